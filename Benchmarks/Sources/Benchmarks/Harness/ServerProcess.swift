import Foundation

/// A server in a program of its own, so that its processor time is not that of the client.
final class ServerProcess {
  /// The argument that starts the program again as a server.
  static let argument = "--serve"

  /// The address of the server, with a slash at its end.
  let base: URL

  private let input: FileHandle

  /// Starts the server of one of the ``answers``.
  init(_ name: String) throws {
    let (program, input, output) = (Process(), Pipe(), Pipe())
    program.executableURL = URL(filePath: CommandLine.arguments[0])
    program.arguments = [Self.argument, name]
    (program.standardInput, program.standardOutput) = (input, output)
    try program.run()
    self.input = input.fileHandleForWriting
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(line.dropLast()), let base = URL(string: "http://127.0.0.1:\(port)/")
    else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.base = base
  }

  deinit { try? input.close() }

  /// Serves until standard input ends.
  static func serve(_ name: String) -> Never {
    guard let answers = answers[name]?() else { fatalError("there is no server \(name)") }
    let server = LoopbackServer { path in answers[String(path)] ?? answers.first?.value ?? Data() }
    print(server.port)
    fflush(nil)
    while readLine() != nil {}
    exit(0)
  }

  /// The answers by path. A server with one answer gives it for all paths.
  private static let answers: [String: @Sendable () -> [String: Data]] = {
    var answers: [String: @Sendable () -> [String: Data]] = [
      "posts of 20": { ["/": LoopbackServer.answer(Decoding.page(of: 20))] },
      "posts of 1000": { ["/": LoopbackServer.answer(Decoding.page(of: 1_000))] },
      "rows": { Pulling.pages.mapValues { LoopbackServer.answer($0) } },
    ]
    for (index, body) in Hostile.bodies.enumerated() {
      answers["hostile \(index)"] = {
        ["/": LoopbackServer.answer(body.text(), isInBytes: body.isInBytes)]
      }
    }
    return answers
  }()
}
