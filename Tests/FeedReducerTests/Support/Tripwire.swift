#if os(Linux)
  import Glibc

  /// Ends the process where Swift allocates an object.
  ///
  /// Every object on Swift's heap, where arrays, dictionaries, boxes and closures are too, comes
  /// from a function that the runtime calls through a pointer, for tools like this. It is for a
  /// process of its own: a runtime that has once taken that way does not get back.
  enum Tripwire {
    /// The status with which the process ends.
    static let status: Int32 = 86

    private typealias Allocate =
      @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    /// Does `work`, which may not allocate.
    static func watch(_ work: () -> Void) {
      guard
        let pointer = dlsym(nil, "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self)
      else { _exit(1) }
      let original = pointer.pointee
      pointer.pointee = { _, _, _ in _exit(Tripwire.status) }
      work()
      pointer.pointee = original
    }
  }
#endif
