// swift-tools-version: 6.2
import PackageDescription

// A program in Embedded Swift that uses every public function of `FeedReducer`. Generic code is only
// compiled where a program names its types, so without one the compiler has not seen it. And the list of
// Examples/Web as a library for C.
let package = Package(
  name: "EmbeddedClient",
  products: [.library(name: "list", type: .dynamic, targets: ["List"])],
  traits: ["EDITS", "GAPS"],
  dependencies: [.package(name: "Feed", path: "../..")],
  targets: [
    .target(name: "Host"),
    .executableTarget(
      name: "EmbeddedClient",
      dependencies: ["Host", .product(name: "FeedReducer", package: "Feed")]),
    .target(name: "List", dependencies: [.product(name: "FeedReducer", package: "Feed")]),
  ]
)
