// So much of Network as the app in Examples/Apple names: see Foundation.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import _Concurrency

public struct NWPath: Sendable {
  public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
  public let status: NWPath.Status
}

public final class NWPathMonitor: Sendable {
  public init()
  deinit
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension NWPathMonitor: AsyncSequence {
  public typealias Element = NWPath
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = NWPath
    public mutating func next() async -> NWPath?
  }
  public func makeAsyncIterator() -> NWPathMonitor.Iterator
}
