import Foundation

// Visits the feed's worlds until so many moments were seen, and says what it saw:
//
//   swift run -c release explore 10000000

let moments = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
exit(Tour(moments: moments).run() ? 0 : 1)
