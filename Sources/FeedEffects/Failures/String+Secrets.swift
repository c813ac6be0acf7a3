import Foundation

// Links in messages: without credentials, and with the values of secret parameters masked.

extension StringProtocol {
  /// The text of an encoded name or value in a query, in which `+` is a space.
  package var queryDecoded: String {
    let spaced = String(self).replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? spaced
  }
}

extension String {
  /// The link with the values of secret parameters masked. The name of a parameter decides.
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

  /// A link from a server, to show: cut to 120 characters, with user name, password and secrets
  /// hidden.
  package var asForeignLink: String {
    let url = URL(string: self, encodingInvalidCharacters: false)
    return (url?.withoutSecrets ?? maskingSecrets).shown(120)
  }

  /// Whether a parameter of this name holds a secret. The token of a page is not secret.
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
