import Foundation

/// Runs many feeds with random actions and failing servers, and reports leaks and broken rules:
///
///     swift run -c release soak 1000 1000000 1
///
/// The numbers are the number of feeds, the number of actions and the seed.
@main
enum Main {
  static func main() async throws {
    let numbers = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
    guard numbers.count <= 3, numbers.allSatisfy({ $0 > 0 }) else {
      print("usage: soak [FEEDS [ACTIONS [SEED]]]")
      exit(2)
    }
    let all = numbers + [1_000, 1_000_000, 1].dropFirst(numbers.count)
    let report = try await Soak(feeds: all[0], actions: all[1], seed: UInt64(all[2])).run()
    print(report)
    exit(report.breaches.isEmpty && report.isFlat ? 0 : 1)
  }
}
