/// Where the rows with a hash may be.
///
/// The index gives *hints*. Every row that is there has an entry that leads to its place, but an
/// entry may also be left over from a row that has gone, or be that of a row whose hash is the
/// same; whoever follows a hint looks whether the row is the right one. So nothing has to be
/// taken out of the index when a row goes, and nothing in it changes when rows move.
///
/// The entries lie in *runs*, each sorted by hash but the newest, to which pages are added until it
/// is worth sorting. A sorted run that has grown half as large as the one before it is merged with
/// that one, as digits are carried in counting. So there are at most about log *n* runs, an entry
/// is moved log *n* times in all, and copies share all runs but the newest. A hash trie, the usual structure for this, copies for each of
/// the page's rows a path of nodes from all over the memory.
@usableFromInline struct HashIndex: Sendable {
  private var runs: [HashRun] = []

  /// Whether there are no entries.
  @usableFromInline var isEmpty: Bool { runs.isEmpty }

  /// How many entries there are, left over ones included.
  var count: Int { runs.reduce(0) { $0 + $1.count } }

  /// Adds entries.
  ///
  /// - Complexity: O(*p* log *n*), amortised.
  mutating func insert(_ entries: [HashEntry]) {
    if runs.last?.isSorted ?? true { runs.append(HashRun()) }
    if runs[runs.count - 1].add(entries) { return }
    var newest = runs.removeLast().sorted()
    while let previous = runs.last, previous.count < 2 * newest.count {
      runs.removeLast()
      newest = HashRun(merging: previous, newest)
    }
    runs.append(newest)
  }

  /// Whether there is an entry with the hash of one of `entries`.
  ///
  /// - Complexity: O(*p* log *n*).
  func contains(anyOf entries: [HashEntry]) -> Bool {
    runs.contains { run in entries.contains { run.contains($0.hash) } }
  }

  /// The places with this hash, those in the newest run first.
  @usableFromInline func places(_ hash: UInt32) -> Places {
    Places(runs: runs, hash: hash, run: runs.count)
  }

  /// Goes through the places with a hash.
  @usableFromInline struct Places {
    fileprivate let runs: [HashRun]
    fileprivate let hash: UInt32
    fileprivate var run: Int
    private var slot: Int?

    fileprivate init(runs: [HashRun], hash: UInt32, run: Int) {
      self.runs = runs
      self.hash = hash
      self.run = run
    }

    /// Returns the next place, or nil at the end.
    ///
    /// - Complexity: O(log *n*) where hashes differ.
    @usableFromInline mutating func next() -> Int? {
      while true {
        if let slot, let place = runs[run].place(hash, from: slot) {
          self.slot = place.slot + 1
          return place.place
        }
        if run == 0 { return nil }
        run -= 1
        slot = runs[run].home(of: hash)
      }
    }
  }
}
