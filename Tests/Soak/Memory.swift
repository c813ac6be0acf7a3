import Foundation

/// The memory use of the process.
enum Memory {
  /// The resident memory in megabytes of 1,048,576 bytes; 0 where it is unknown.
  static var resident: Int {
    #if os(Linux)
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1_048_576
    #else
      return 0
    #endif
  }
}
