extension String {
  /// Whether both texts have the same bytes.
  ///
  /// `==` compares what people would read: `é` in one code point equals `é` in two. That takes
  /// Unicode's tables, 47 KB (compressed) of each WebAssembly module. Names of cases and codes need
  /// no tables, and failures are the same only if nothing in them differs.
  func hasSameBytes(as other: String) -> Bool {
    withBytes { mine in other.withBytes { mine.elementsEqual($0) } }
  }
}

extension String {
  /// Calls `body` with the bytes of the text, which are contiguous in memory.
  ///
  /// Only strings from Objective-C may not be contiguous. Code that handles those, an iterator for
  /// example, adds 10 KB to a WebAssembly module.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    #if hasFeature(Embedded)
      preconditionFailure("every text of Embedded Swift is contiguous")
    #else
      return Array(utf8).withUnsafeBufferPointer(body)
    #endif
  }
}

extension Optional where Wrapped == String {
  /// Whether both texts have the same bytes, or both are missing.
  func hasSameBytes(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameBytes(as: other)
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// Returns the case with this name, or nil. Names are compared byte by byte.
  static func named(_ name: String) -> Self? {
    allCases.first { $0.rawValue.hasSameBytes(as: name) }
  }
}
