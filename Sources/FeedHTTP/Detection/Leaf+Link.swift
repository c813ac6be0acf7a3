// What a value is worth as a link to another page.

extension Leaf {
  /// The rank as the next link, lowest first: a value before null, a key that mentions a URL before
  /// others, then the shortest path.
  var linkRank: [Int] {
    [
      isFilled ? 0 : 1,
      name.contains("ur") || name.contains("link") || name == "href" ? 0 : 1,
      path.components.count,
    ]
  }

  /// Whether the key is one like `nextRecordsUrl` or `more_topics_url`.
  var isNamedAsNextLink: Bool {
    (name.hasPrefix("next") || name.hasPrefix("more"))
      && ["url", "uri", "link", "href"].contains { name.hasSuffix($0) }
  }

  /// Whether it is the URL of a list's first page: `first`, or `first.href`.
  var isLinkToFirstPage: Bool {
    let isNamed = name == "first" || parentName == "first" && ["href", "id", "url"].contains(name)
    return isNamed && value.text?.isLink == true
  }
}
