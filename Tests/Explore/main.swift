import Foundation

// Explores the feed's scenarios up to a number of states, and prints the result:
//
//   swift run -c release explore 10000000
//   swift run -c release explore 1000000 screen "edit retries"   # these scenarios only
//   swift run -c release explore 1000000 search
//   swift run -c release explore 100000000 compare               # random steps beside the specification
//   swift run -c release explore 10000000 world                  # random worlds: what a reader is owed
//   swift run -c release explore 10000 small                     # small worlds, state by state
//
// `world all` goes on after the first broken law, and `world 3` takes the known defect 3 for none.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let names = Array(CommandLine.arguments.dropFirst(2))
let isSound =
  switch names {
  case ["compare"]: compare(steps: count)
  case _ where names.first == "small":
    exploreWorlds(states: count, names: Array(names.dropFirst()))
  case _ where names.first == "world":
    walkWorlds(
      steps: count, defect: names.lazy.compactMap { Int($0) }.first, findsAll: names.contains("all")
    )
  default: Tour(states: count, names: names).run()
  }
exit(isSound ? 0 : 1)
