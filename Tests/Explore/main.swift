import Foundation

// Explores the feed's scenarios up to a number of states, and prints the result:
//
//   swift run -c release explore 10000000
//   swift run -c release explore 1000000 screen "edit retries"   # these scenarios only
//   swift run -c release explore 1000000 search

let states = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
exit(Tour(states: states, names: Array(CommandLine.arguments.dropFirst(2))).run() ? 0 : 1)
