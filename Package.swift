// swift-tools-version: 6.2

import PackageDescription

var settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A newer compiler may warn of more; that must stop a change here and never a user's build.
if Context.environment["CI"] != nil {
  settings.append(.treatAllWarnings(as: .error))
}

// A feed is generic over its rows. With this flag the compiler specialises it for a user's own rows,
// which halves the time to apply a page. SwiftPM accepts such a flag from a dependency, Xcode does not.
#if os(Linux)
  settings.append(.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)))
#endif

// Tests run in debug builds, and what they wait for is the explorer: optimised it takes a third.
var exploring: [SwiftSetting] = []
#if os(Linux)
  exploring.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
#endif

// Tests look host names up themselves: libraries find the function in the program.
var hostNames: [LinkerSetting] = []
#if os(Linux)
  hostNames.append(.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=getaddrinfo"]))
#endif

// What Xcode 26 gives a new app. The documents' examples are compiled so, too.
let newApp: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

// Where there is no SwiftUI, what stands in for it shows the views of the documents, for tests.
var views: [Target.Dependency] = []
#if os(Linux)
  views.append("SwiftUI")
#endif

let package = Package(
  name: "Feed",
  // The oldest systems that carry Observation, which `FeedStore` is built on.
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "FeedReducer", targets: ["FeedReducer"]),
    .library(name: "FeedEffects", targets: ["FeedEffects"]),
    .library(name: "FeedHTTP", targets: ["FeedHTTP"]),
    .library(name: "FeedTesting", targets: ["FeedTesting"]),
    .library(name: "FeedConsole", targets: ["FeedConsole"]),
    .executable(name: "feed-repl", targets: ["feed-repl"]),
    // For the benchmarks, which are a package of their own.
    .executable(name: "explore", targets: ["explore"]),
  ],
  traits: [
    .trait(name: "Fuzzing", description: "Makes of the program fuzz what libFuzzer drives.")
  ],
  targets: [
    .target(
      name: "FeedReducer",
      swiftSettings: settings + [.treatWarning("EmbeddedRestrictions", as: .error)]),
    .target(
      name: "FeedEffects", dependencies: ["FeedReducer"],
      // It calls `fstat`, for which Apple asks a reason of each app.
      resources: [.copy("PrivacyInfo.xcprivacy")], swiftSettings: settings),
    .target(
      name: "FeedHTTP",
      dependencies: [
        "FeedEffects", .target(name: "FeedCurl", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: settings),
    // The few functions of libcurl that are called on Linux, opened at run time.
    .target(
      name: "FeedCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "FeedTesting", dependencies: ["FeedEffects"], swiftSettings: settings + exploring),
    .target(
      name: "World", dependencies: ["FeedTesting"], path: "Tests/Model/World",
      swiftSettings: settings + exploring),
    .target(
      name: "FeedConsole", dependencies: ["FeedHTTP", "FeedTesting"], swiftSettings: settings),
    .executableTarget(
      name: "feed-repl", dependencies: ["FeedConsole"], swiftSettings: settings),
    .testTarget(
      name: "FeedReducerTests", dependencies: ["FeedTesting", "TestWatch"], exclude: ["Golden"],
      swiftSettings: settings),
    .testTarget(
      name: "FeedEffectsTests",
      dependencies: ["FeedTesting", "TestWatch", "soak"],
      swiftSettings: settings),
    .testTarget(
      name: "FeedHTTPTests",
      dependencies: ["FeedHTTP", "FeedTesting", "TestServers", "TestWatch", "fuzz"],
      swiftSettings: settings, linkerSettings: hostNames),
    .testTarget(
      name: "DefaultIsolationTests",
      dependencies: ["FeedConsole", "FeedHTTP", "FeedTesting", "TestServers", "TestWatch"] + views,
      swiftSettings: settings + newApp),
    .testTarget(
      name: "FeedTestingTests", dependencies: ["FeedTesting", "TestWatch"], swiftSettings: settings),
    .testTarget(
      name: "FeedModelTests", dependencies: ["TestWatch", "World"],
      swiftSettings: settings),
    .testTarget(
      name: "FeedConsoleTests",
      dependencies: ["FeedConsole", "TestServers", "TestWatch", "World", "feed-repl"],
      swiftSettings: settings),
    .testTarget(
      name: "DocumentTests",
      dependencies: [
        "FeedConsole", "TestServers", "TestWatch", "World", "feed-repl",
      ] + views,
      swiftSettings: settings),
    .executableTarget(
      name: "explore", dependencies: ["World"], path: "Tests/Explore",
      swiftSettings: settings),
    .executableTarget(
      name: "soak", dependencies: ["FeedHTTP", "FeedTesting", "TestServers"], path: "Tests/Soak",
      swiftSettings: settings),
    .executableTarget(
      name: "fuzz", dependencies: ["FeedHTTP"], path: "Tests/Fuzz",
      exclude: ["Corpus", "words.dict"], swiftSettings: settings),
    .target(
      name: "TestWatch", dependencies: ["FeedEffects"], path: "Tests/Watch",
      swiftSettings: settings),
    .target(
      name: "TestServers", path: "Tests/Servers", exclude: ["feed_server.py", "shape_server.py"],
      swiftSettings: settings),
  ]
)

// The app for Apple's systems is a package of its own in its folder; here it is tested.
#if os(Linux)
  package.targets += [
    .target(name: "SwiftUI", path: "Tests/SwiftUI", swiftSettings: settings),
    .executableTarget(
      name: "FeedExample", dependencies: ["FeedHTTP", "SwiftUI"],
      path: "Examples/Apple/FeedExample", swiftSettings: settings + newApp),
    .testTarget(
      name: "AppTests", dependencies: ["FeedExample", "FeedTesting", "TestServers", "TestWatch"],
      swiftSettings: settings),
  ]
#endif
