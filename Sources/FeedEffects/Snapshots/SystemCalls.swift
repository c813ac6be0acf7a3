import Foundation

/// The system calls of a snapshot file. A test has some of them fail.
struct SystemCalls: Sendable {
  /// Opens a file. One that is created is for its owner alone.
  var open: @Sendable (_ path: String, _ flags: Int32) -> Int32 = { Foundation.open($0, $1, 0o600) }

  /// Locks an open file, unless it is locked through another descriptor of any process. Closing the
  /// file unlocks it, and so does the end of the process.
  var lock: @Sendable (_ file: Int32) -> Int32 = { flock($0, LOCK_EX | LOCK_NB) }

  /// Whether an open file is still in a folder.
  var hasName: @Sendable (_ file: Int32) -> Bool = { file in
    var attributes = stat()
    return fstat(file, &attributes) != 0 || attributes.st_nlink > 0
  }

  var read: @Sendable (_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int = {
    Foundation.read($0, $1.baseAddress, $1.count)
  }

  var write: @Sendable (_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int = {
    Foundation.write($0, $1.baseAddress, $1.count)
  }

  var synchronize: @Sendable (_ file: Int32) -> Int32 = { fsync($0) }

  var rename: @Sendable (_ old: String, _ new: String) -> Int32 = { Foundation.rename($0, $1) }

  var link: @Sendable (_ path: String, _ name: String) -> Int32 = { Foundation.link($0, $1) }

  var unlink: @Sendable (_ path: String) -> Int32 = { Foundation.unlink($0) }

  var close: @Sendable (_ file: Int32) -> Int32 = { Foundation.close($0) }
}

extension SystemCalls {
  /// Returns the result of a call, which is repeated while signals interrupt it.
  ///
  /// - Throws: The system's error, if the result is negative.
  func checked<Result: SignedInteger>(_ call: () -> Result) throws(SystemError) -> Result {
    while true {
      let result = call()
      if result >= 0 { return result }
      if errno != EINTR { throw SystemError(number: errno) }
    }
  }

  /// The same, but nil if there is no such file.
  @discardableResult
  func checkedIfPresent(_ call: () -> Int32) throws(SystemError) -> Int32? {
    do {
      return try checked(call)
    } catch {
      if error.number == ENOENT { return nil }
      throw error
    }
  }

  /// Writes all bytes; a call may write a part of them.
  func write(all data: Data, to file: Int32) throws {
    try data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = try checked { write(file, UnsafeRawBufferPointer(rebasing: rest)) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Reads up to `limit` bytes; a call may read a part of them.
  func read(upTo limit: Int, from file: Int32) throws -> Data {
    var data = Data()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while data.count < limit {
      let size = min(chunk.count, limit - data.count)
      let count = try chunk.withUnsafeMutableBytes { chunk in
        try checked { read(file, UnsafeMutableRawBufferPointer(rebasing: chunk[..<size])) }
      }
      if count == 0 { break }
      data.append(contentsOf: chunk[..<count])
    }
    return data
  }
}

/// The error of a system call.
struct SystemError: Error, Equatable, CustomStringConvertible {
  let number: Int32

  var description: String { String(cString: strerror(number)) }
}
