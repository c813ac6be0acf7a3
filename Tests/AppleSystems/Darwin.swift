// So much of Apple's C library as this package names, for type-checking only: see Foundation.swift.
// Functions of C may be called without using their result.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// MARK: - Files

public typealias gid_t = UInt32
public typealias mode_t = UInt16
public typealias uid_t = UInt32
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
public var O_DIRECTORY: Int32 { get }
public var LOCK_EX: Int32 { get }
public var LOCK_NB: Int32 { get }

public var S_IFMT: mode_t { get }
public var S_IFREG: mode_t { get }
public var S_IFIFO: mode_t { get }

public var STDIN_FILENO: Int32 { get }
public var STDOUT_FILENO: Int32 { get }
public var STDERR_FILENO: Int32 { get }

public var _SC_OPEN_MAX: Int32 { get }
public func sysconf(_: Int32) -> Int

public struct stat {
  public init()
  public var st_mode: mode_t
  public var st_nlink: nlink_t
  public var st_dev: dev_t
  public var st_ino: ino_t
  public var st_uid: uid_t
  public var st_gid: gid_t
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
@discardableResult public func fchown(_: Int32, _: uid_t, _: gid_t) -> Int32
@discardableResult public func fchmod(_: Int32, _: mode_t) -> Int32
public func access(_: UnsafePointer<CChar>!, _: Int32) -> Int32
public var F_OK: Int32 { get }
public var W_OK: Int32 { get }
public var X_OK: Int32 { get }
@discardableResult public func mkdir(_: UnsafePointer<CChar>!, _: mode_t) -> Int32
@discardableResult public func pipe(_: UnsafeMutablePointer<Int32>!) -> Int32
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32
public var F_SETFD: Int32 { get }
public var F_SETFL: Int32 { get }
public var FD_CLOEXEC: Int32 { get }
@discardableResult public func unlink(_: UnsafePointer<CChar>!) -> Int32
@discardableResult public func rename(
  _ __old: UnsafePointer<CChar>!, _ __new: UnsafePointer<CChar>!
) -> Int32

@discardableResult public func fsync(_: Int32) -> Int32
@discardableResult public func flock(_: Int32, _: Int32) -> Int32

// MARK: - Errors

public var EINTR: Int32 { get }
public var EAGAIN: Int32 { get }
public var EWOULDBLOCK: Int32 { get }
public var EEXIST: Int32 { get }
public var EACCES: Int32 { get }
public var ENOENT: Int32 { get }
public var EPIPE: Int32 { get }
public var errno: Int32 { get set }

public struct POSIXErrorCode: RawRepresentable, Hashable, Sendable {
  public var rawValue: Int32
  public init(rawValue: Int32)
}

@discardableResult public func strerror(_ __errnum: Int32) -> UnsafeMutablePointer<CChar>!

// MARK: - The process

public typealias sig_t = @convention(c) (Int32) -> Void

public typealias pid_t = Int32
public typealias sigset_t = UInt32

public var SIGHUP: Int32 { get }
public var SIGINT: Int32 { get }
public var SIGQUIT: Int32 { get }
public var SIGILL: Int32 { get }
public var SIGTRAP: Int32 { get }
public var SIGABRT: Int32 { get }
public var SIGFPE: Int32 { get }
public var SIGBUS: Int32 { get }
public var SIGSEGV: Int32 { get }
public var SIGPIPE: Int32 { get }
public var SIGTERM: Int32 { get }
public var SIGTSTP: Int32 { get }
public var SIGCONT: Int32 { get }
public var SIGWINCH: Int32 { get }
public var SIG_IGN: sig_t { get }
public var SIG_UNBLOCK: Int32 { get }
public var SA_ONSTACK: Int32 { get }
public var SA_RESTART: Int32 { get }

public struct __sigaction_u {
  public init()
  public var __sa_handler: (@convention(c) (Int32) -> Void)?
}

public struct sigaction {
  public init()
  // The function of the same name, which Swift can't declare beside the type.
  @discardableResult public init(
    _: Int32, _: UnsafePointer<sigaction>!, _: UnsafeMutablePointer<sigaction>!)
  public var __sigaction_u: __sigaction_u
  public var sa_mask: sigset_t
  public var sa_flags: Int32
}

@discardableResult public func sigemptyset(_: UnsafeMutablePointer<sigset_t>!) -> Int32
@discardableResult public func sigaddset(_: UnsafeMutablePointer<sigset_t>!, _: Int32) -> Int32
@discardableResult public func pthread_sigmask(
  _: Int32, _: UnsafePointer<sigset_t>!, _: UnsafeMutablePointer<sigset_t>!
) -> Int32
@discardableResult public func raise(_: Int32) -> Int32
@discardableResult public func kill(_: pid_t, _: Int32) -> Int32
public func geteuid() -> uid_t
@discardableResult public func getpid() -> pid_t
@discardableResult public func atexit(_: @convention(c) () -> Void) -> Int32
public func _exit(_: Int32) -> Never

@discardableResult public func signal(_: Int32, _: sig_t!) -> sig_t!
public func exit(_: Int32) -> Never

public func getpass(_: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>!

// MARK: - Addresses

@frozen public struct in_addr {
  public init()
  public var s_addr: UInt32
}

@frozen public struct in6_addr {
  public init()
  public var __u6_addr: (UInt32, UInt32, UInt32, UInt32)
}

public var AF_INET: Int32 { get }
public var AF_INET6: Int32 { get }
@discardableResult public func inet_pton(
  _: Int32, _: UnsafePointer<CChar>!, _: UnsafeMutableRawPointer!
) -> Int32

// MARK: - The terminal

public typealias tcflag_t = UInt
public typealias cc_t = UInt8
public typealias nfds_t = UInt32

public struct termios {
  public init()
  public var c_iflag: tcflag_t
  public var c_oflag: tcflag_t
  public var c_lflag: tcflag_t
  public var c_cc:
    (
      cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t, cc_t,
      cc_t, cc_t, cc_t, cc_t, cc_t
    )
}

public struct winsize {
  public init()
  public var ws_row: UInt16
  public var ws_col: UInt16
}

public struct pollfd {
  public init(fd: Int32, events: Int16, revents: Int16)
  public var fd: Int32
  public var events: Int16
  public var revents: Int16
}

public var BRKINT: Int32 { get }
public var ICRNL: Int32 { get }
public var INLCR: Int32 { get }
public var IGNCR: Int32 { get }
public var INPCK: Int32 { get }
public var ISTRIP: Int32 { get }
public var IXON: Int32 { get }
public var OPOST: Int32 { get }
public var ONLCR: Int32 { get }
public var ECHO: Int32 { get }
public var ICANON: Int32 { get }
public var IEXTEN: Int32 { get }
public var ISIG: Int32 { get }
public var VMIN: Int32 { get }
public var VTIME: Int32 { get }
public var TCSANOW: Int32 { get }
public var TIOCGWINSZ: UInt { get }
public var POLLIN: Int32 { get }

@discardableResult public func tcgetattr(_: Int32, _: UnsafeMutablePointer<termios>!) -> Int32
@discardableResult public func tcsetattr(
  _: Int32, _: Int32, _: UnsafePointer<termios>!
) -> Int32
public func ioctl(_ fd: Int32, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> Int32
@discardableResult public func poll(
  _: UnsafeMutablePointer<pollfd>!, _: nfds_t, _: Int32
) -> Int32

public func realpath(
  _: UnsafePointer<CChar>!, _: UnsafeMutablePointer<CChar>!
) -> UnsafeMutablePointer<CChar>!

public func free(_: UnsafeMutableRawPointer!)
