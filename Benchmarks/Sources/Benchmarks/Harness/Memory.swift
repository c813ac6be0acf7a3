import Foundation
import System

/// What the process has taken from the heap, in bytes; 0 where the system does not say.
func allocatedBytes() -> Double {
  Double(heap_bytes_in_use())
}

/// The most memory that the process ever had, in bytes.
func peakBytes() -> Double {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss)
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) * 1_024
  #endif
}
