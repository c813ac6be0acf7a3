public import FeedReducer
public import Foundation

extension FeedFailure: LocalizedError {
  /// ``FeedFailure/text`` in the app's words: from the table `Feed` of the main bundle, else in English.
  public var errorDescription: String? { text(in: .main) }

  /// The text for the person at the screen from the table `Feed` of a bundle, whose keys are the English texts.
  func text(in bundle: Bundle) -> String {
    bundle.localizedString(forKey: text, value: text, table: "Feed")
  }
}
