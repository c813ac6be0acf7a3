import FeedReducer

/// The ways to keep rows, side by side: a page is applied while the list before is kept.
enum Comparing {
  static func run(_ effort: Effort) -> Report {
    var report = Report()
    for rows in [100_000, 1_000_000] where rows <= effort.maxRows {
      compare(ArrayAndDictionary.self, "array and dictionary", rows, effort, &report)
      compare(ChunksAndTrie.self, "chunks of 256 and hash trie", rows, effort, &report)
      compare(ItemList<Row>.self, "`ItemList`", rows, effort, &report)
    }
    return report
  }

  private static func compare<List: Design>(
    _ design: List.Type, _ name: String, _ rows: Int, _ effort: Effort, _ report: inout Report
  ) {
    let base = List(page(0, rows))
    let landings = design == ArrayAndDictionary.self ? 3 : 200
    let median = measure(effort) { landing(base, rows, landings).median }
    let (times, bytes) = (landing(base, rows, landings), keeping(base, rows, landings))
    report.notes.append(
      (
        "list only, \(rows) rows, \(name)",
        "median \(rounded(median.median / 1_000)) µs, slowest of \(landings) "
          + "\(rounded((times.runs.last ?? 0) / 1_000)) µs, \(rounded(bytes / 1_024)) KB kept"
      ))
  }

  private static func landing(
    _ base: some Design, _ rows: Int, _ landings: Int
  ) -> Measurement {
    var list = base
    let times = (0..<landings).map { turn in
      let fresh = page(rows + turn * 20)
      let old = list
      let time = nanoseconds { list.apply(fresh) }
      consume(old)
      return time
    }
    return Measurement(times)
  }

  /// The bytes that each kept list takes, the new rows' titles included.
  private static func keeping<List: Design>(
    _ base: List, _ rows: Int, _ landings: Int
  ) -> Double {
    var kept = [base]
    kept.reserveCapacity(landings + 1)
    let before = allocatedBytes()
    for turn in 0..<landings {
      var list = kept[turn]
      list.apply(page(rows + turn * 20))
      kept.append(list)
    }
    let bytes = (allocatedBytes() - before) / Double(landings)
    consume(kept)
    return bytes
  }
}
