// swift-tools-version: 6.2

import PackageDescription

// What Xcode 26 gives a new app.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "FeedExample",
  platforms: [.macOS(.v14), .iOS(.v17)],
  dependencies: [.package(name: "Feed", path: "../..")],
  targets: [
    .executableTarget(
      name: "FeedExample",
      dependencies: [
        .product(name: "FeedEffects", package: "Feed"),
        .product(name: "FeedHTTP", package: "Feed"),
        .product(name: "FeedReducer", package: "Feed"),
      ],
      path: "FeedExample", swiftSettings: settings)
  ]
)
