// Durations in JSON are numbers of seconds.
#if !hasFeature(Embedded)
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
