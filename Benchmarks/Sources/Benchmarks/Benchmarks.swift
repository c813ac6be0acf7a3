import Foundation

/// Measures everything and prints the table of bars.
///
/// `--short` measures less, and fails where a ratio is off its bar by more than a factor of two.
/// `--write FOLDER` writes the table and the chart there.
@main enum Benchmarks {
  @MainActor static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    let isShort = arguments.first == "--short"
    if isShort { arguments.removeFirst() }
    let effort = isShort ? Effort.short : .full
    if arguments.first == Loading.argument { return try await Loading.printFigures(effort) }
    let suites: [(name: String, run: @MainActor () async throws -> Report)] = [
      ("scrolling", { Scrolling.run(effort) }), ("applying", { Applying.run(effort) }),
      ("comparing", { Comparing.run(effort) }), ("reading", { Reading.run(effort) }),
      ("keeping", { Keeping.run(effort) }),
      ("loading", { try Loading.run(effort) }), ("running", { await Running.run() }),
      ("decoding", { await Decoding.run(effort) }),
      ("hostile", { await Hostile.run(effort) }),
      ("transporting", { await Transporting.run(effort) }),
      ("tracing", { try Tracing.run(effort) }), ("exploring", { try Exploring.run(effort) }),
      ("remembering", { try Remembering.run(effort) }), ("starting", { Starting.run(effort) }),
    ]
    var folder: String?
    if arguments.first == "--write" { folder = arguments.dropFirst().first }
    let wanted = folder == nil ? Array(arguments) : []
    if let unknown = wanted.first(where: { name in !suites.contains { $0.name == name } }) {
      print(
        "there is no benchmark \(unknown); there are", suites.map(\.name).joined(separator: ", "))
      exit(64)
    }
    var report = Report()
    for suite in suites where wanted.isEmpty || wanted.contains(suite.name) {
      print("\(suite.name) …")
      report.add(try await suite.run())
    }
    print("\n" + report.table)
    if let folder { try report.write(to: URL(filePath: folder)) }
    let missed = report.bars.filter { $0.isRatio && !$0.meets($0.must, loosenedBy: 2) }
    if isShort, !missed.isEmpty {
      print("off by more than a factor of two:", missed.map(\.name).joined(separator: "; "))
      exit(1)
    }
  }
}
