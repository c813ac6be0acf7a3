import Host

/// Uses everything, and ends the program at the first check that fails.
///
/// - Returns: A sum over all that was computed, the same on every system. Not negative: hosts print
///   such numbers in different ways.
@_expose(wasm, "check") @c(client_check) public func check() -> Int64 {
  var sum = Checksum()
  useRows(&sum)
  useWords(&sum)
  useMachine(&sum)
  useSearch(&sum)
  useShortcuts(&sum)
  useSnapshots(&sum)
  useGaps(&sum)
  useFeeds(&sum)
  return sum.value & .max
}

/// A number that depends on the order and on each of the numbers added.
struct Checksum {
  private(set) var value: Int64 = 0

  mutating func add(_ number: Int) {
    value = value &* 31 &+ Int64(number)
  }

  mutating func add(_ other: Checksum) {
    value = value &* 31 &+ other.value
  }

  mutating func add(_ text: String) {
    for byte in text.utf8 { add(Int(byte)) }
  }

  mutating func add(_ flag: Bool) {
    add(flag ? 1 : 0)
  }
}

/// Ends the program unless `condition` holds.
func expect(_ condition: Bool, line: Int32 = #line) {
  if !condition { host_fail(line) }
}

#if !arch(wasm32)
  print(check())
#endif
