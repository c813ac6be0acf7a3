import FeedHTTP
import Testing

@testable import FeedConsole
import TestWatch

@Suite(.watched) struct EditDistanceTests {
  @Test(
    arguments: [
      ("", "", 0) as (String, String, Int),
      ("a", "", 1),
      ("", "abc", 3),
      ("refresh", "refresh", 0),
      ("refrsh", "refresh", 1),
      ("refersh", "refresh", 1),
      ("Refresh", "refresh", 0),
      ("kitten", "sitting", 3),
    ])
  func lettersAreCounted(first: String, second: String, distance: Int) {
    #expect(editDistance(from: first, to: second) == distance)
    #expect(editDistance(from: second, to: first) == distance)
  }

  @Test(
    arguments: [
      ("refrsh", "refresh") as (String, String?),
      ("apear", "appear"),
      ("unto", "undo"),
      ("stat", "state"),
      ("untill", "until"),
      ("histroy", "history"),
      ("itemappeared", "itemAppeared"),
      ("x", nil),
      ("12", nil),
      ("frobnicate", nil),
      ("", nil),
    ])
  func theNearestCommandIsSuggested(word: String, nearest: String?) {
    #expect((Command.allNames + ["until"]).nearest(to: word) == nearest)
  }
}
