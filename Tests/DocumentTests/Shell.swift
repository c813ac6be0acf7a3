import Foundation
import TestServers

/// Runs the commands of documents, with a folder of its own, which goes with it.
final class Shell {
  /// In place of `/tmp`: a file that is there is not overwritten.
  private let folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID())")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Runs `command` in the repository and returns what it prints on both streams.
  ///
  /// `swift run` would wait for the build that runs the tests, so the program that it would build
  /// is run in its place.
  func run(_ command: String) throws -> String {
    let program = Process.built("feed-repl") ?? "feed-repl"
    let folder = folder.path
    let command = command.replacing(/swift run (-q )?feed-repl/, with: "'\(program)'")
      .replacing(/\/tmp\/([a-z]+\.feed)/) { "\(folder)/\($0.1)" }
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = Document.root
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["LC_ALL": "C.UTF-8"], uniquingKeysWith: { $1 })
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.runUnblocked()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).replacing(folder + "/", with: "/tmp/")
  }
}
