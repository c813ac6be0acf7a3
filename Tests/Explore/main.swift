import Foundation

// Tries the feed in one of several ways, and prints the result:
//
//   swift run -c release explore 10000000 world        # random worlds: what a reader is owed
//   swift run -c release explore 10000 small           # small worlds, state by state
//   swift run -c release explore 1000000 part          # a feed as a part of a user's machine
//
// `world all` goes on after the first broken law, `world 3` takes the known defect 3 for none, and `small edits`
// explores that world alone.

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
let names = Array(CommandLine.arguments.dropFirst(3))
let isSound: Bool
switch CommandLine.arguments.dropFirst(2).first ?? "world" {
case "small": isSound = exploreWorlds(states: count, names: names)
case "part": isSound = explorePart(states: count)
case "world":
  isSound = walkWorlds(
    steps: count, defect: names.lazy.compactMap { Int($0) }.first, findsAll: names.contains("all")
  )
case let other:
  print("there is no '\(other)'; use world, small or part")
  exit(64)
}
exit(isSound ? 0 : 1)
