import Foundation

// Links in messages: without credentials, and with the values of secret parameters masked.

extension StringProtocol {
  /// The text of an encoded name or value in a query, in which `+` is a space.
  package var queryDecoded: String {
    let spaced = String(String.UnicodeScalarView(unicodeScalars.map { $0 == "+" ? " " : $0 }))
    return spaced.removingPercentEncoding ?? spaced
  }
}

extension String {
  /// The link with the values of secret parameters masked. The name of a parameter decides.
  ///
  /// It works on scalars, so that a combining mark after a delimiter does not hide the delimiter.
  package var maskingSecrets: String {
    let parts = unicodeScalars.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return self }
    let items = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      let isSecret =
        name.endIndex < item.endIndex
        && String(name).queryDecoded.hides(value: String(item[name.endIndex...].dropFirst()))
      return isSecret ? String(name) + "=…" : String(item)
    }
    return String(parts[0]) + "?" + items.joined(separator: "&")
  }

  /// A link from a server, to show: cut to 120 characters, with user name, password and secrets
  /// hidden.
  package var asForeignLink: String {
    guard let url = URL(string: self, encodingInvalidCharacters: false),
      url.scheme == nil || url.host() != nil
    else { return maskingAuthority.shown(120) }
    return url.withoutSecrets.shown(120)
  }

  /// The link without all that may be credentials, where no parser tells the host: what comes before the
  /// last `@`, the fragment, and the values of secret parameters.
  var maskingAuthority: String {
    let end = unicodeScalars.lastIndex(of: "@")
    let rest = unicodeScalars[(end ?? startIndex)...].prefix { $0 != "#" }
    return (end == nil ? "" : "…") + String(rest).maskingSecrets
  }
}

// MARK: - Texts of the system

extension String {
  /// Whether this text of libcurl is about the setting of a proxy. It repeats the setting, with the password.
  package var isOfProxySetting: Bool {
    ["unsupported proxy", "resolve proxy"].contains(where: lowercased().contains)
  }

  /// The reason why a connection failed, to show: nothing of it, if a password may be anywhere in it.
  ///
  /// Where the password begins is not known: it may have spaces and quotes, and a scheme need not be before it.
  package var withoutCredentials: String {
    let hides = isOfProxySetting || contains("@") || lowercased().contains("%40")
    return hides ? "the reason may have a password and is not shown" : self
  }
}

// MARK: - Names of secrets

extension String {
  /// Words that make a name that of a secret, wherever they are in it.
  private static let secretWords: Set = [
    "assertion", "bearer", "cookie", "jwe", "jws", "jwt", "macaroon", "mfa", "paseto", "pass",
    "pin", "private", "psk", "pswd", "pw",
    "pwd", "saml", "samlrequest", "samlresponse", "sess", "sid", "sig", "sign", "tok", "verifier",
    "wresult",
  ]

  /// The same, also at the end of a longer word: `apikey`, `PHPSESSID`.
  private static let secretEndings = [
    "auth", "authcode", "authorization", "credential", "csrf", "hmac", "key", "keyid", "otp",
    "passcode", "passphrase", "passwd", "password", "pwd", "secret", "sessid", "session",
    "sessionid", "signature", "token", "xsrf",
  ]

  /// Whole names. A `hash` alone names contents more often than it signs them, so it shows.
  private static let secretNames: Set = [
    "apihash", "backupcode", "code", "devicecode", "onetimecode", "otc", "recoverycode",
  ]

  /// Whole names that mean something else where the value is a number or a word: `ticket=18`, `access=public`,
  /// but `ticket=ST-18-x7`.
  private static let secretNamesUnlessPlain: Set = ["access", "appid", "refresh", "sso", "ticket"]

  /// Whether a parameter of this name has a secret with this value, encoded or not.
  package func hides(value: String) -> Bool {
    if isNameOfSecret { return true }
    guard Self.secretNamesUnlessPlain.contains(words.joined()) else { return false }
    let bytes = value.utf8
    let isWord = bytes.allSatisfy { $0.isLetter || "_-".utf8.contains($0) }
    return bytes.count > 20 || !isWord && !bytes.allSatisfy(\.isDigit)
  }

  /// Whether a parameter of this name holds a secret, whatever it is. The token or the key of a page is not secret.
  private var isNameOfSecret: Bool {
    let words = words
    if Self.secretNames.contains(words.joined()) { return true }
    var start = ""
    for word in words {
      start += word
      // One of several secrets: `tokens`.
      let forms = word.hasSuffix("s") ? [word, String(word.dropLast())] : [word]
      for form in forms {
        if Self.secretWords.contains(form) { return true }
        if Self.secretEndings.contains(where: form.hasSuffix), !start.isNameOfPage { return true }
      }
    }
    return false
  }

  /// Whether the words up to here, without spaces, name the token or the key of a page.
  private var isNameOfPage: Bool {
    ["page", "next", "cursor", "continuation", "sync"].contains { word in
      ["token", "key", "tokens", "keys"].contains { hasSuffix(word + $0) }
    }
  }

  /// The words of a name, in lower case: `user`, `pin` for `user-pin` and `userPIN`.
  ///
  /// A capital begins a word after a small letter or before one. All but letters of ASCII divides words.
  private var words: [String] {
    let bytes = Array(utf8)
    var words: [String] = []
    var isInWord = false
    for (index, byte) in bytes.enumerated() {
      defer { isInWord = byte.isLetter }
      guard byte.isLetter else { continue }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let isFirst = !isInWord || byte.isCapital && (!bytes[index - 1].isCapital || next.isSmall)
      if isFirst { words.append("") }
      words[words.count - 1] += String(Unicode.Scalar(byte)).lowercased()
    }
    return words
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }
  fileprivate var isSmall: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }
  fileprivate var isLetter: Bool { isCapital || isSmall }
  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
