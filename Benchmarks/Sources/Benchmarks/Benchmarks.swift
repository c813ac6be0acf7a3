import Foundation

/// Measures everything and prints the table of bars.
///
/// `--short` measures less, and fails where a ratio or a number of bytes is off its must by more than a factor
/// of two, or off what it is known to be where it misses its must, also when its suite is run once more.
/// `--write FOLDER` writes the table and the chart there.
@main enum Benchmarks {
  @MainActor static func main() async throws {
    var arguments = CommandLine.arguments.dropFirst()
    let isShort = arguments.first == "--short"
    if isShort { arguments.removeFirst() }
    let effort = isShort ? Effort.short : .full
    if arguments.first == Loading.argument { return try await Loading.printFigures(effort) }
    if arguments.first == ServerProcess.argument { ServerProcess.serve(arguments.last ?? "") }
    // Those that ask how much memory a program took come first: a process inherits what its parent had.
    let suites: [(name: String, run: @MainActor () async throws -> Report)] = [
      ("pulling", { try Pulling.run(effort) }), ("exploring", { try Exploring.run(effort) }),
      ("scrolling", { Scrolling.run(effort) }), ("applying", { Applying.run(effort) }),
      ("comparing", { Comparing.run(effort) }), ("reading", { Reading.run(effort) }),
      ("keeping", { Keeping.run(effort) }),
      ("loading", { try Loading.run(effort) }), ("running", { await Running.run() }),
      ("decoding", { try await Decoding.run(effort) }),
      ("storing", { try await Storing.run() }),
      ("hostile", { try await Hostile.run(effort) }),
      ("transporting", { try await Transporting.run(effort) }),
      ("tracing", { try Tracing.run(effort) }), ("remembering", { try Remembering.run(effort) }),
      ("starting", { Starting.run(effort) }),
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
      var part = try await suite.run()
      // What is off since other programs ran beside it is not off twice.
      if isShort, part.bars.contains(where: { $0.isOff }) {
        print("\(suite.name) once more …")
        part = try await suite.run()
      }
      report.add(part)
    }
    print("\n" + report.table)
    if let folder { try report.write(to: URL(filePath: folder)) }
    let missed = report.bars.filter(\.isOff)
    if isShort, !missed.isEmpty {
      print("off by more than a factor of two:", missed.map(\.name).joined(separator: "; "))
      exit(1)
    }
  }
}
