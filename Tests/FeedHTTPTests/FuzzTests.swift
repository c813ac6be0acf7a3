import FeedReducer
import Foundation
import Testing

@testable import fuzz
import TestWatch

/// What the fuzzer drives, without it: its corpus, and what comes of that by chance.
@Suite("Fuzzing", .watched)
struct FuzzTests {
  private static func corpus(_ target: FuzzTarget) throws -> [(name: String, bytes: Data)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzz/Corpus/\(target.rawValue)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, try Data(contentsOf: folder.appending(path: $0)))
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func whatIsInTheCorpusIsRead(_ target: FuzzTarget) throws {
    let corpus = try Self.corpus(target)
    #expect(corpus.count > 5)
    for (name, bytes) in corpus {
      #expect(throws: Never.self, "\(name)") { try target.run(bytes) }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func whatComesOfTheCorpusByChanceIsRead(_ target: FuzzTarget) throws {
    let corpus = try Self.corpus(target).map(\.bytes)
    var random = SplitMix64(seed: 7)
    for _ in 0..<600 {
      var bytes = corpus.randomElement(using: &random) ?? Data()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        Self.change(&bytes, corpus.randomElement(using: &random) ?? Data(), &random)
      }
      #expect(throws: Never.self, "\(bytes.base64EncodedString())") { try target.run(bytes) }
    }
  }

  /// A piece of an input, repeated. What takes the square or the cube of its size takes minutes here.
  @Test(arguments: FuzzTarget.allCases)
  func largeInputsAreReadInTime(_ target: FuzzTarget) throws {
    let corpus = try Self.corpus(target).map(\.bytes)
    var random = SplitMix64(seed: 13)
    for bytes in corpus {
      let choice = (0..<2).map { _ in UInt8.random(in: 0...255, using: &random) }
      let input = bytes + Data(choice)
      #expect(throws: Never.self, "\(input.base64EncodedString())") {
        try target.run(input, repeatedTo: 20_000, limit: .seconds(20))
      }
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func anyBytesAreRead(_ target: FuzzTarget) {
    var random = SplitMix64(seed: 11)
    for count in 0..<200 {
      let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
      #expect(throws: Never.self, "\(bytes.base64EncodedString())") { try target.run(bytes) }
    }
  }

  /// Puts another byte, none, or a piece of `other` in the place of a piece.
  private static func change(_ bytes: inout Data, _ other: Data, _ random: inout SplitMix64) {
    let start = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 0...8, using: &random))
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes.replaceSubrange(start..<end, with: [.random(in: 0...255, using: &random)])
    case 1: bytes.removeSubrange(start..<end)
    default:
      let from = Int.random(in: 0...other.count, using: &random)
      bytes.replaceSubrange(start..<end, with: other[from...].prefix(16))
    }
  }
}
