// Shows the README's view, as text, until the last row has appeared.
import FeedEffects
import Foundation
import Observation
@_spi(Rendering) import SwiftUI

let api =
  URL(string: ProcessInfo.processInfo.environment["FEED_API"] ?? "") ?? URL(filePath: "/")

let view = FeedView()
var texts: [String] = []
while true {
  await withCheckedContinuation { continuation in
    var shown: [Shown] = []
    withObservationTracking {
      shown = view.shown
    } onChange: {
      continuation.resume()
    }
    texts = []
    for part in shown {
      switch part {
      case .text(let text): texts.append(text)
      case .appears(let action): action()
      case .button(let title, _): fatalError(title)
      default: break
      }
    }
    if texts.count == 82 {
      print("82 rows, the last is", texts[81])
      exit(0)
    }
  }
}
