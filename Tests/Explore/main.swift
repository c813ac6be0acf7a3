import Foundation

// Explores the feed's scenarios up to a number of states, and prints the result:
//
//   swift run -c release explore 10000000
//   swift run -c release explore 1000000 screen "edit retries"   # these scenarios only
//   swift run -c release explore 1000000 search
//   swift run -c release explore 100000000 compare               # random steps beside the specification
//   swift run -c release explore 100000 worlds                   # edits, pages, queries and a server

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let names = Array(CommandLine.arguments.dropFirst(2))
let isSound =
  switch names {
  case ["compare"]: compare(steps: count)
  case ["worlds"]: worlds(count: count)
  default: Tour(states: count, names: names).run()
  }
exit(isSound ? 0 : 1)
