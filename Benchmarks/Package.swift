// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that the library never depends on what it is measured with.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Feed", path: "..")],
  targets: [
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Empty", "System",
        .product(name: "FeedReducer", package: "Feed"),
        .product(name: "FeedEffects", package: "Feed"),
        .product(name: "FeedHTTP", package: "Feed"),
        .product(name: "FeedTesting", package: "Feed"),
        .product(name: "explore", package: "Feed"),
        .product(name: "feed-repl", package: "Feed"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(name: "Empty", swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(name: "System"),
  ]
)
