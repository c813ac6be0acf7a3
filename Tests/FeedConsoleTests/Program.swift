import Foundation
import TestServers
import Testing

/// The built program, run as a child process.
enum Program {
  /// The result of a run.
  struct Run {
    var output: String
    var errors: String
    var status: Int32
  }

  /// Runs the program with `input` on a pipe, in a UTF-8 locale.
  static func run(
    _ arguments: [String] = [], input: some DataProtocol = Data(),
    environment: [String: String] = [:]
  ) throws -> Run {
    try shell(
      #"cat "$INPUT" | "$PROGRAM" "$@""#, arguments, input: input, environment: environment)
  }

  /// Runs the program with a text on a pipe.
  static func run(_ arguments: [String] = [], input: String) throws -> Run {
    try run(arguments, input: Data(input.utf8))
  }

  /// Runs a shell script. `$PROGRAM` is the path of the program, `$INPUT` a file with `input`.
  static func shell(
    _ script: String, _ arguments: [String] = [], input: some DataProtocol = Data(),
    environment: [String: String] = [:]
  ) throws -> Run {
    let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (inputFile, outputFile, errorFile) = (
      folder.appending(path: "input"), folder.appending(path: "output"),
      folder.appending(path: "errors")
    )
    try Data(input).write(to: inputFile)
    for file in [outputFile, errorFile] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, "sh"] + arguments
    let own = ProcessInfo.processInfo.environment
    process.environment = [
      "PATH": own["PATH"] ?? "/usr/bin:/bin", "ASAN_OPTIONS": own["ASAN_OPTIONS"] ?? "",
      "LC_ALL": "C.UTF-8", "INPUT": inputFile.path, "FOLDER": folder.path,
      "PROGRAM": try #require(path, "feed-repl is built into the folder of the tests"),
    ].merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.runUnblocked()
    process.waitUntilExit()
    return Run(
      output: String(decoding: try Data(contentsOf: outputFile), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self),
      status: process.terminationStatus)
  }

  /// The path of the program.
  static let path = Process.built("feed-repl")
}
