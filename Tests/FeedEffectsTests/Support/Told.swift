import Observation

/// Returns the names of the readers that `change` notifies, sorted. Each observes `subject` by itself.
@MainActor func namesTold<Subject>(
  _ readers: [(String, @MainActor (Subject) -> Void)], of subject: Subject,
  by change: () async -> Void
) async -> [String] {
  let told = Box<[String]>([])
  for (name, read) in readers {
    withObservationTracking {
      read(subject)
    } onChange: {
      MainActor.assumeIsolated { told.value.append(name) }
    }
  }
  await change()
  return told.value.sorted()
}
