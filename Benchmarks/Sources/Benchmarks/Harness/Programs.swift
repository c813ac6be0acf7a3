import Foundation

/// The path of a program that was built into the folder of this one.
func program(_ name: String) -> URL {
  URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
}
