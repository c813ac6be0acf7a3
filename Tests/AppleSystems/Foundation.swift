// So much of Apple's Foundation as this package names, to type-check the package for Apple's
// systems without their SDKs: `.ci/apple` reads it, and nothing of it runs.
//
// The files are module interfaces: declarations without bodies, as Apple's documentation shows
// them. When the gate says that a name is missing, copy its declaration from there, with its
// `throws` and `@Sendable`, and with its `@available` where that is newer than macOS 10.15 and
// iOS 13 (visionOS follows iOS). In doubt declare less, so that the gate refuses too much: a class
// is `Sendable` here only if Apple's is and the package needs it.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Darwin
@_exported public import Dispatch

// MARK: - Objects

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Hashable {
  public init()
  open func copy() -> Any
  public static func == (lhs: NSObject, rhs: NSObject) -> Bool
  public func hash(into hasher: inout Hasher)
  deinit
}

// MARK: - Errors

public let NSUnderlyingErrorKey: String

open class NSError: NSObject, Error, @unchecked Sendable {
  open var localizedDescription: String { get }
  deinit
}

extension Error {
  public var localizedDescription: String { get }
}

public protocol LocalizedError: Error {
  var errorDescription: String? { get }
  var failureReason: String? { get }
  var recoverySuggestion: String? { get }
  var helpAnchor: String? { get }
}

extension LocalizedError {
  public var errorDescription: String? { get }
  public var failureReason: String? { get }
  public var recoverySuggestion: String? { get }
  public var helpAnchor: String? { get }
}

// MARK: - Bundles

open class Bundle: NSObject, @unchecked Sendable {
  open class var main: Bundle { get }
  open func localizedString(forKey key: String, value: String?, table tableName: String?) -> String
  deinit
}

// MARK: - Locks

public protocol NSLocking {
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  func lock()
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  func unlock()
}

extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R
}

open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  override public init()
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock()
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock()
  deinit
}

open class NSCondition: NSObject, NSLocking {
  override public init()
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func lock()
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func unlock()
  @available(*, noasync, message: "Use async-safe scoped locking instead")
  open func wait()
  open func wait(until limit: Date) -> Bool
  open func signal()
  open func broadcast()
  deinit
}

// MARK: - The process

open class Thread: NSObject {
  override public init()
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void)
  open class func sleep(forTimeInterval ti: TimeInterval)
  deinit
}

open class ProcessInfo: NSObject {
  open class var processInfo: ProcessInfo { get }
  open var environment: [String: String] { get }
  open var arguments: [String] { get }
  open var activeProcessorCount: Int { get }
  @available(macOS, unavailable)
  open func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (_ expired: Bool) -> Void)
  deinit
}

open class OperationQueue: NSObject {
  deinit
}

// MARK: - Files

open class FileManager: NSObject {
  open class var `default`: FileManager { get }
  public enum SearchPathDirectory: UInt, Sendable { case cachesDirectory = 13 }
  public struct SearchPathDomainMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt)
    public static var userDomainMask: FileManager.SearchPathDomainMask { get }
  }
  open func urls(
    for directory: FileManager.SearchPathDirectory,
    in domainMask: FileManager.SearchPathDomainMask
  ) -> [URL]
  open var currentDirectoryPath: String { get }
  open func fileExists(atPath path: String) -> Bool
  open func contentsOfDirectory(atPath path: String) throws -> [String]
  open func contents(atPath path: String) -> Data?
  open func destinationOfSymbolicLink(atPath path: String) throws -> String
  open func attributesOfItem(atPath path: String) throws -> [FileAttributeKey: Any]
  open func setAttributes(
    _ attributes: [FileAttributeKey: Any], ofItemAtPath path: String
  ) throws
  open func createDirectory(
    at url: URL, withIntermediateDirectories createIntermediates: Bool,
    attributes: [FileAttributeKey: Any]? = nil
  ) throws
  open func isWritableFile(atPath path: String) -> Bool
  @discardableResult
  open func createFile(
    atPath path: String, contents data: Data?, attributes attr: [FileAttributeKey: Any]? = nil
  ) -> Bool
  deinit
}

public struct FileAttributeKey: Hashable, RawRepresentable, @unchecked Sendable {
  public let rawValue: String
  public init(rawValue: String)
  public static let type: FileAttributeKey
  public static let size: FileAttributeKey
  public static let posixPermissions: FileAttributeKey
}

public struct FileAttributeType: Hashable, RawRepresentable, @unchecked Sendable {
  public let rawValue: String
  public init(rawValue: String)
  public static let typeRegular: FileAttributeType
}

public struct CocoaError: Error {
  public var underlying: (any Error)? { get }
}

public struct POSIXError: Error {
  public var code: POSIXErrorCode { get }
}

open class FileHandle: NSObject {
  open class var standardError: FileHandle { get }
  public init(fileDescriptor: Int32, closeOnDealloc: Bool)
  open var fileDescriptor: Int32 { get }
  open func write(_ data: Data)
  open func read(upToCount count: Int) throws -> Data?
  open func seek(toOffset offset: UInt64) throws
  deinit
}

public struct UUID: Hashable, Sendable, CustomStringConvertible {
  public init()
  public var description: String { get }
  public func hash(into hasher: inout Hasher)
  public static func == (lhs: UUID, rhs: UUID) -> Bool
}
