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
