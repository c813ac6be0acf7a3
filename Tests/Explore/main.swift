import Foundation

// Visits the feed's worlds until so many moments were seen, and says what it saw:
//
//   swift run -c release explore 10000000
//   swift run -c release explore 1000000 screen "edit retries"   # these worlds only

let moments = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
exit(Tour(moments: moments, worlds: Array(CommandLine.arguments.dropFirst(2))).run() ? 0 : 1)
