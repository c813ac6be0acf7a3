// Star Wars characters, ten a page; each page has the URL of the next one.
// The article asked for it when the last row appeared, and emptied the list to refresh it, after a second of sleep
// so that the indicator was seen. Here it is asked for five rows earlier, and rows stay until others are there.

import FeedHTTP
import Foundation

nonisolated struct Hero: Identifiable, Equatable, Decodable {
  let uid: String
  let name: String
  var id: String { uid }
}

nonisolated func heroes(at api: URL) -> HTTPPageSource<Hero> {
  var request = HTTPRequest.get(api.appending(path: "people"))
  // Its links may lead to the name with or without "www".
  request.otherOrigins = [URL("https://swapi.tech"), URL("https://www.swapi.tech")]
  return HTTPPageSource(
    request, rows: .list(at: "results"), paging: .nextURL(at: "next"), total: "total_records")
}
