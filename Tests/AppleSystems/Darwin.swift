// So much of Apple's C library as this package names, for type-checking only: see Foundation.swift.
// Functions of C may be called without using their result.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// MARK: - Files

public typealias mode_t = UInt16
public typealias nlink_t = UInt16
public typealias dev_t = Int32
public typealias ino_t = UInt64
public typealias off_t = Int64

public var O_RDONLY: Int32 { get }
public var O_WRONLY: Int32 { get }
public var O_RDWR: Int32 { get }
public var O_APPEND: Int32 { get }
public var O_CREAT: Int32 { get }
public var O_EXCL: Int32 { get }
public var O_NOFOLLOW: Int32 { get }
public var O_NONBLOCK: Int32 { get }
public var O_CLOEXEC: Int32 { get }
public var LOCK_EX: Int32 { get }
public var LOCK_NB: Int32 { get }

public var S_IFMT: mode_t { get }
public var S_IFREG: mode_t { get }

public var STDIN_FILENO: Int32 { get }
public var STDOUT_FILENO: Int32 { get }
public var STDERR_FILENO: Int32 { get }

public struct stat {
  public init()
  public var st_mode: mode_t
  public var st_nlink: nlink_t
  public var st_dev: dev_t
  public var st_ino: ino_t
  public var st_size: off_t
}

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32
@discardableResult public func close(_: Int32) -> Int32
@discardableResult public func isatty(_: Int32) -> Int32
@discardableResult public func read(_: Int32, _: UnsafeMutableRawPointer!, _: Int) -> Int
@discardableResult public func pread(
  _ __fd: Int32, _ __buf: UnsafeMutableRawPointer!, _ __nbyte: Int, _ __offset: off_t
) -> Int
@discardableResult public func write(
  _ __fd: Int32, _ __buf: UnsafeRawPointer!, _ __nbyte: Int
) -> Int
@discardableResult public func link(
  _: UnsafePointer<CChar>!, _: UnsafePointer<CChar>!
) -> Int32
@discardableResult public func fstat(_: Int32, _: UnsafeMutablePointer<stat>!) -> Int32
@discardableResult public func unlink(_: UnsafePointer<CChar>!) -> Int32
@discardableResult public func rename(
  _ __old: UnsafePointer<CChar>!, _ __new: UnsafePointer<CChar>!
) -> Int32

@discardableResult public func fsync(_: Int32) -> Int32
@discardableResult public func flock(_: Int32, _: Int32) -> Int32

// MARK: - Errors

public var EINTR: Int32 { get }
public var EWOULDBLOCK: Int32 { get }
public var ENOENT: Int32 { get }
public var EPIPE: Int32 { get }
public var errno: Int32 { get set }

@discardableResult public func strerror(_ __errnum: Int32) -> UnsafeMutablePointer<CChar>!

// MARK: - The process

public typealias sig_t = @convention(c) (Int32) -> Void

public var SIGPIPE: Int32 { get }
public var SIG_IGN: sig_t { get }

@discardableResult public func signal(_: Int32, _: sig_t!) -> sig_t!
public func exit(_: Int32) -> Never

public func getpass(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>!
