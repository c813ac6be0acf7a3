// The JSON of everything that is stored or printed: `{"itemAppeared":{"index":3}}`, durations in
// seconds, absent optionals left out. It is written by hand where a duration would make the
// synthesised form unreadable.
#if !hasFeature(Embedded)
  extension FeedFailure: Codable {
    private enum Key: String, CodingKey {
      case code, message, url, status, isRetryable, retryAfter, attempts, excerpt
    }

    /// Writes the failure; `retryAfter` is in seconds.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(code, forKey: .code)
      try container.encode(message, forKey: .message)
      try container.encodeIfPresent(url, forKey: .url)
      try container.encodeIfPresent(status, forKey: .status)
      try container.encode(isRetryable, forKey: .isRetryable)
      try container.encodeIfPresent(retryAfter?.seconds, forKey: .retryAfter)
      try container.encodeIfPresent(attempts, forKey: .attempts)
      try container.encodeIfPresent(excerpt, forKey: .excerpt)
    }

    /// Reads a failure; `isRetryable` is false when it is left out.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      self.init(
        try container.decode(Code.self, forKey: .code),
        message: try container.decode(String.self, forKey: .message),
        url: try container.decodeIfPresent(String.self, forKey: .url),
        status: try container.decodeIfPresent(Int.self, forKey: .status),
        isRetryable: try container.decodeIfPresent(Bool.self, forKey: .isRetryable) ?? false,
        retryAfter: try container.decodeSecondsIfPresent(forKey: .retryAfter),
        attempts: try container.decodeIfPresent(Int.self, forKey: .attempts),
        excerpt: try container.decodeIfPresent(String.self, forKey: .excerpt))
    }
  }

  extension Duration {
    /// The duration in seconds, as near as a `Double` comes.
    ///
    /// (`components` would trap on a duration whose seconds do not fit 64 bits.)
    var seconds: Double { self / .seconds(1) }
  }

  extension KeyedDecodingContainer {
    func decodeSeconds(forKey key: Key) throws -> Duration {
      let seconds = try decode(Double.self, forKey: key)
      guard abs(seconds) <= 1e18 else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: self, debugDescription: "\(seconds) seconds are out of range.")
      }
      return .seconds(seconds)
    }

    func decodeSecondsIfPresent(forKey key: Key) throws -> Duration? {
      guard contains(key), try !decodeNil(forKey: key) else { return nil }
      return try decodeSeconds(forKey: key)
    }
  }
#endif
