// Products by page number, with their total: here those of a museum's shop, fifty a page.
// The article loaded when `loaded - index == threshold`, an equality that a fast scroll misses, and counted the page
// up before the request, so that a failure skipped a page. Here row 40 of 50 asks, and so does each row behind it.

import FeedHTTP
import Foundation

nonisolated struct Product: Identifiable, Equatable, Decodable {
  let id: Int
  let title: String
}

nonisolated func products(at api: URL) -> HTTPPageSource<Product> {
  HTTPPageSource(
    .get(api.appending(path: "products"), size: "limit"), rows: .list(at: "data"),
    paging: .pageNumber(total: "pagination.total"))
}
