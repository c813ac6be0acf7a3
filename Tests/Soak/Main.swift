import Foundation

/// Runs many feeds with random actions and failing servers, and reports leaks and broken rules:
///
///     swift run -c release soak 1000 1000000 1
///
/// The numbers are the number of feeds, the number of actions and the seed. With the word `crowd` in front
/// many feeds read the same list over one loader, and the numbers are the number of feeds, the seconds and
/// the number of file descriptors that the process may open:
///
///     swift run -c release soak crowd 1000 60 256
@main
enum Main {
  static func main() async throws {
    let words = CommandLine.arguments.dropFirst()
    let isCrowd = words.first == "crowd"
    let numbers = words.dropFirst(isCrowd ? 1 : 0).map { Int($0) ?? 0 }
    guard numbers.count <= 3, numbers.allSatisfy({ $0 > 0 }) else {
      print("usage: soak [FEEDS [ACTIONS [SEED]]], soak crowd [FEEDS [SECONDS [DESCRIPTORS]]]")
      exit(2)
    }
    if isCrowd {
      let (feeds, seconds) = (numbers.first ?? 1_000, numbers.dropFirst().first ?? 60)
      let report = try await Crowd(
        feeds: feeds, time: .seconds(seconds), descriptors: numbers.dropFirst(2).first
      ).run()
      print(report)
      exit(report.breaches.isEmpty ? 0 : 1)
    }
    let all = numbers + [1_000, 1_000_000, 1].dropFirst(numbers.count)
    let report = try await Soak(feeds: all[0], actions: all[1], seed: UInt64(all[2])).run()
    print(report)
    exit(report.breaches.isEmpty && report.isFlat ? 0 : 1)
  }
}
