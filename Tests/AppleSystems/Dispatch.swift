// So much of Apple's Dispatch as this package names: see Foundation.swift.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class DispatchQueue: @unchecked Sendable {
  deinit
}

extension DispatchQueue {
  public convenience init(label: String)
  public class func concurrentPerform(iterations: Int, execute work: @Sendable (Int) -> Void)
  @preconcurrency public func async(execute work: @escaping @Sendable @convention(block) () -> Void)
}

public protocol DispatchSourceProtocol: AnyObject {
  func setEventHandler(handler: (@convention(block) () -> Void)?)
  func setRegistrationHandler(handler: (@convention(block) () -> Void)?)
  func setCancelHandler(handler: (@convention(block) () -> Void)?)
  func resume()
  func cancel()
}

public protocol DispatchSourceSignal: DispatchSourceProtocol {}

open class DispatchSource {
  deinit
}

extension DispatchSource {
  public class func makeSignalSource(
    signal: Int32, queue: DispatchQueue?
  ) -> any DispatchSourceSignal
}

open class DispatchSemaphore: @unchecked Sendable {
  public init(value: Int)
  public func wait()
  public func wait(timeout: DispatchTime) -> DispatchTimeoutResult
  @discardableResult
  public func signal() -> Int
  deinit
}

public struct DispatchTime: Comparable {
  public static func now() -> DispatchTime
  public static func < (a: DispatchTime, b: DispatchTime) -> Bool
}

public func + (time: DispatchTime, seconds: Double) -> DispatchTime

public enum DispatchTimeoutResult {
  case success, timedOut
}
