#if !hasFeature(Embedded)
  extension FeedFailure: Codable {
    private enum Key: String, CodingKey {
      case code, message, url, status, isRetryable, retryAfter, attempts, excerpt, subject
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
      try container.encodeIfPresent(subject, forKey: .subject)
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
        excerpt: try container.decodeIfPresent(String.self, forKey: .excerpt),
        subject: try container.decodeIfPresent(String.self, forKey: .subject))
    }
  }
#endif
