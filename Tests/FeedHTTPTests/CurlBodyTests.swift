#if os(Linux)
  import Foundation
  import TestWatch
  import Testing

  // How often a body is handed on can't be seen from outside.
  @testable import FeedHTTP

  /// A body that comes in pieces of any size.
  @Suite("libcurl bodies", .watched)
  struct CurlBodyTests {
    /// Takes pieces. Returns what is handed on, and whether the pieces are too many.
    private func take(_ count: Int, of piece: [UInt8]) -> (parts: [Data], isInTinyPieces: Bool) {
      var body = CurlBody()
      var parts: [Data] = []
      piece.withUnsafeBytes { bytes in
        for _ in 0..<count { if let part = body.take(bytes) { parts.append(part) } }
      }
      parts.append(body.rest())
      return (parts, body.isInTinyPieces)
    }

    @Test func singleBytesAreHandedOnTogether() {
      let (parts, _) = take(100_000, of: [7])
      #expect(parts.map(\.count) == Array(repeating: 1 << 14, count: 6) + [100_000 % (1 << 14)])
      #expect(parts.allSatisfy { $0.allSatisfy { $0 == 7 } })
    }

    @Test(arguments: [1, 2, 3, 5, 1_000, 1 << 14, 100_000])
    func nothingIsLostAndNothingChangesItsPlace(size: Int) {
      let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      let (parts, _) = take(40, of: piece)
      #expect(parts.reduce(Data(), +) == Data(Array(repeating: piece, count: 40).joined()))
    }

    @Test func whatIsTinyAndHowManyAreTooMany() {
      let limit = CurlBody.maxTinyPieces
      #expect(!take(limit, of: [1, 2, 3]).isInTinyPieces)
      #expect(take(limit + 1, of: [1, 2, 3]).isInTinyPieces)
      #expect(!take(limit + 1, of: [1, 2, 3, 4]).isInTinyPieces)
    }
  }
#endif
