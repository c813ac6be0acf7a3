import Foundation

#if Fuzzing
  // The entry point of libFuzzer. The environment variable FUZZ_TARGET selects the target.

  private let target = FuzzTarget(
    rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")

  /// Runs the target on the bytes. A broken rule ends the process.
  @c(LLVMFuzzerTestOneInput)
  public func testOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    guard let target else { fatalError("FUZZ_TARGET is none of \(FuzzTarget.allCases)") }
    do {
      try target.run(start.map { Data(bytes: $0, count: count) } ?? Data())
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
