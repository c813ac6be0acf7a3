import Foundation

// Visits the feed's models until so many states were seen, and says what it saw:
//
//   swift run -c release explore 10000000
//   swift run -c release explore 1000000 screen "edit retries"   # these models only

let states = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
exit(Tour(states: states, models: Array(CommandLine.arguments.dropFirst(2))).run() ? 0 : 1)
