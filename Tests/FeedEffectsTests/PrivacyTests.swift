import Foundation
import TestWatch
import Testing

/// Apple asks an app for the reason of some functions, also where a library calls them: in a manifest beside the code.
@Suite("Functions that need a reason", .watched)
struct PrivacyTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The categories of functions, by their names in source.
  private static let functions: [(category: String, calls: String)] = [
    (
      "FileTimestamp",
      #"\b(f?stat(at)?\(|lstat\(|getattrlist|creationDate|modificationDate|contentModificationDate)"#
    ),
    ("SystemBootTime", #"\b(systemUptime|mach_absolute_time)\b"#),
    ("DiskSpace", #"\b(f?statv?fs\(|volume(Available|Total)Capacity|systemFreeSize)"#),
    ("UserDefaults", #"\bUserDefaults\b"#),
    ("ActiveKeyboards", #"\bactiveInputModes\b"#),
  ]

  /// The modules that an app links. (`FeedConsole` is for terminals, `FeedTesting` for tests.)
  @Test(arguments: ["FeedReducer", "FeedEffects", "FeedHTTP"])
  func haveItInTheManifestOfTheirModule(module: String) throws {
    let folder = Self.sources.appending(path: module)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    let text = try files.filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
    let used = try Self.functions.filter { try text.firstMatch(of: Regex($0.calls)) != nil }
    let manifest = folder.appending(path: "PrivacyInfo.xcprivacy")
    let data = try? Data(contentsOf: manifest)
    let root =
      try data.map { try PropertyListSerialization.propertyList(from: $0, format: nil) }
      as? [String: Any]
    let given = root?["NSPrivacyAccessedAPITypes"] as? [[String: Any]] ?? []
    let named = given.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }
    #expect(named == used.map { "NSPrivacyAccessedAPICategory" + $0.category })
    #expect(
      given.allSatisfy { ($0["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false })
    if module == "FeedEffects" {
      #expect(named.count == 1)
      #expect(root?["NSPrivacyTracking"] as? Bool == false)
    }
  }
}
