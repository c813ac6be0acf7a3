public import Foundation

extension URL {
  /// The URL for people: without user name, password and fragment, and with secrets masked.
  ///
  /// ```swift
  /// // https://u:p@h/a?api_key=abc&page=2 becomes https://h/a?api_key=…&page=2
  /// ```
  package var withoutSecrets: String {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
      return absoluteString.maskingSecrets
    }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    return (parts.string ?? absoluteString).maskingSecrets
  }
}

extension URL {
  /// The host with the port if that is given, for people: `127.0.0.1:8000`.
  package var authority: String {
    (host() ?? absoluteString) + (port.map { ":\($0)" } ?? "")
  }
}

extension StringProtocol {
  /// What a name or value of a query stands for.
  package var queryDecoded: String {
    let spaced = String(self).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}

extension String {
  /// The text of a link with the values of those parameters masked that are secrets by their name.
  var maskingSecrets: String {
    let parts = split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return self }
    let items = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let isSecret = name.endIndex < item.endIndex && name.queryDecoded.isNameOfSecret
      return isSecret ? name + "=…" : item
    }
    return parts[0] + "?" + items.joined(separator: "&")
  }

  /// The link of a server for people: without user name and password, cut, secrets masked.
  package var asForeignLink: String {
    let url = URL(string: self, encodingInvalidCharacters: false)
    return (url?.withoutSecrets ?? maskingSecrets).shown(120)
  }

  /// Whether a parameter of this name holds a secret. A page's token is none.
  private var isNameOfSecret: Bool {
    let words = lowercased().filter { $0.isLetter }
    if ["page", "next", "cursor", "continu", "sync"].contains(where: words.contains) {
      return false
    }
    return words == "sig" || words == "auth" || words == "jwt" || words == "sid"
      || [
        "token", "key", "secret", "password", "passwd", "pwd", "signature", "credential",
        "authorization", "session", "sessionid",
      ].contains(where: words.hasSuffix)
  }
}
