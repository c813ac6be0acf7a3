import Foundation
import System

/// The path of a program that was built into the folder of this one.
func program(_ name: String) -> URL {
  URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
}

/// Runs a program with nothing to read, and returns what it took. It must end with 0.
func cost(of program: String, _ arguments: String...) -> program_cost {
  let words = [program] + arguments
  let texts = words.map { UnsafePointer(strdup($0)) } + [nil]
  defer { for text in texts { free(UnsafeMutablePointer(mutating: text)) } }
  let cost = run_program(texts)
  precondition(cost.status == 0, "\(words.joined(separator: " ")) ended with \(cost.status)")
  return cost
}
