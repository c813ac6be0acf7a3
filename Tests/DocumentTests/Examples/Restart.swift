import FeedEffects
import FeedReducer
import Foundation

nonisolated let file = FileManager.default
  .urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
  .appending(path: "notes.feed")
