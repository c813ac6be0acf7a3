// swift-tools-version: 6.2
import PackageDescription

// The machine of a feed as WebAssembly. `./build` makes the modules that feed/feed.js loads.
let package = Package(
  name: "FeedWeb",
  traits: ["DIGEST", "EDITS", "GAPS", "SEARCH", "SENTENCES", "SNAPSHOTS"],
  dependencies: [.package(name: "Feed", path: "../..")],
  targets: [
    .target(name: "Host"),
    .target(name: "List", dependencies: [.product(name: "FeedReducer", package: "Feed")]),
    .executableTarget(name: "Web", dependencies: ["Host", "List"]),
  ]
)
