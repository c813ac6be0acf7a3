import Foundation

#if Fuzzing
  // The entry point of libFuzzer. The environment variable FUZZ_TARGET selects the target. If
  // FUZZ_MILLISECONDS is set, the inputs are made 100 kB long, and may take so much processor time.

  private let environment = ProcessInfo.processInfo.environment
  private let target = FuzzTarget(rawValue: environment["FUZZ_TARGET"] ?? "")
  private let limit = environment["FUZZ_MILLISECONDS"].flatMap { Int64($0) }

  /// Runs the target on the bytes. A broken rule ends the process.
  @c(LLVMFuzzerTestOneInput)
  public func testOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    guard let target else { fatalError("FUZZ_TARGET is none of \(FuzzTarget.allCases)") }
    do {
      let input = start.map { Data(bytes: $0, count: count) } ?? Data()
      if let limit {
        try target.run(input, repeatedTo: 100_000, limit: .milliseconds(limit))
      } else {
        try target.run(input)
      }
    } catch {
      fatalError(error.text)
    }
    return 0
  }
#else
  /// Reproduces a finding of libFuzzer from files: `swift run fuzz page FILE …`.
  @main
  enum Fuzz {
    static func main() throws {
      let arguments = CommandLine.arguments.dropFirst()
      guard let target = arguments.first.flatMap(FuzzTarget.init) else {
        print("usage: fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) FILE …")
        exit(2)
      }
      for file in arguments.dropFirst() {
        try target.run(Data(contentsOf: URL(filePath: file)))
        print("ok \(file)")
      }
    }
  }
#endif
