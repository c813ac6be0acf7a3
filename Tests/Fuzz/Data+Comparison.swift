import Compared
import FeedReducer
import Foundation

extension Data {
  /// Reads the bytes as settings and up to 400 steps for a feed and its specification, a byte for each choice.
  func compareFeeds() throws(Finding) {
    var bytes = Bytes(rest: [UInt8](self)[...])
    let model = ComparedFeed(ComparedFeed.settings(using: &bytes))
    var (state, steps) = (model.start, [ComparedStep]())
    while !bytes.rest.isEmpty, steps.count < 400, let step = model.draw(at: state, using: &bytes) {
      _ = model.make(step, at: &state)
      steps.append(step)
      if model.broken(at: state) != nil {
        throw Finding(text: model.failure(after: steps) ?? "a difference that does not come again")
      }
    }
  }
}

/// Random numbers of which each is a byte.
private struct Bytes: RandomNumberGenerator {
  var rest: ArraySlice<UInt8>

  /// Goes on where the bytes have ended, since a choice may need several numbers.
  private var others = SplitMix64(seed: 1)

  init(rest: ArraySlice<UInt8>) {
    self.rest = rest
  }

  mutating func next() -> UInt64 {
    guard let byte = rest.popFirst() else { return others.next() }
    return UInt64(byte) &* 0x0101_0101_0101_0101
  }
}
