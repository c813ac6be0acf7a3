import FeedHTTP
import FeedReducer

/// The value of a field, for display and comparison.
enum FieldValue: Equatable {
  case none
  case flag(Bool)
  case number(Int)
  case seconds(Duration)
  case text(String)

  /// A name from a fixed set, with a detail: `failed` and `http 503`.
  case name(String, detail: String = "")

  /// The rows. Conditions compare their number, except `contains`.
  case rows(ItemList<JSONRow>)
}

extension FieldValue: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: "none"
    case .flag(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .seconds(let duration): duration.text
    case .text(let text): text
    case .name(let name, let detail): detail.isEmpty ? name : "\(name) \(detail)"
    case .rows(let rows): "\(rows.count)"
    }
  }

  /// The value as a number, durations in seconds; nil if it has none.
  var number: Double? {
    switch self {
    case .number(let number): Double(number)
    case .rows(let rows): Double(rows.count)
    case .seconds(let duration): duration.inSeconds
    default: nil
    }
  }
}

extension FieldValue {
  /// The value as JSON. Rows become their number.
  var json: JSONValue {
    switch self {
    case .none: .null
    case .flag(let flag): .bool(flag)
    case .number(let number): .integer(number)
    case .seconds(let duration): .number(duration.inSeconds)
    case .text, .name: .string(description)
    case .rows(let rows): .integer(rows.count)
    }
  }

  /// The status of a load, such as `waiting 3 (retry 1)`.
  init(_ load: LoadState) {
    switch load {
    case .idle: self = .name("idle")
    case .loading(let ticket, let attempt):
      self = .name("loading", detail: "\(ticket)" + Self.retry(attempt))
    case .waiting(let ticket, let attempt):
      self = .name("waiting", detail: "\(ticket)" + Self.retry(attempt))
    case .offline: self = .name("offline")
    case .failed(let failure): self = .name("failed", detail: failure.shortText)
    case .ended(let reason): self = .name("ended", detail: reason.rawValue)
    }
  }

  /// A text, if there is one.
  init(_ text: String?) {
    self = text.map { .text($0) } ?? .none
  }

  /// What is searched for.
  init(_ query: Query?) {
    self.init(query?.isEmpty == true ? nil : query?.text)
  }

  private static func retry(_ attempt: Int) -> String {
    attempt == 0 ? "" : " (retry \(attempt))"
  }

  /// The cursor of a page: a number, or a text with secrets masked.
  init(_ cursor: PageCursor?) {
    switch cursor {
    case nil: self = .none
    case .number(let number, _), .offset(let number, _): self = .number(number)
    case .token, .json, .link, .foreignLink: self = .text(cursor?.text ?? "")
    }
  }
}

extension FeedFailure {
  /// The kind of failure in a word or two: `http 503`, `timeout`.
  var shortText: String {
    status.map { "\(code) \($0)" } ?? "\(code)"
  }
}

extension Duration {
  /// The duration in seconds, rounded to a `Double`.
  var inSeconds: Double {
    // In nanoseconds first: a thousandth of them is not exact, and neither is the sum of two fractions.
    let (seconds, rest) = (components.seconds, components.attoseconds / 1_000_000_000)
    let isShort = (-9_000_000...9_000_000).contains(seconds)
    return isShort
      ? Double(seconds * 1_000_000_000 + rest) / 1e9 : Double(seconds) + Double(rest) / 1e9
  }

  /// The duration in seconds as text, such as `0.75s`.
  var text: String {
    let seconds = inSeconds
    guard let whole = Int(exactly: seconds) else { return "\(seconds)s" }
    return "\(whole)s"
  }
}
