import Foundation
import System

/// What the process has taken from the heap, in bytes; 0 where the system does not say.
func allocatedBytes() -> Double {
  Double(heap_bytes_in_use())
}
