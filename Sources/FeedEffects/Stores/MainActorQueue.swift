#if os(Linux)
  import Foundation

  /// Runs the main actor in a loop that is not Swift's: GTK, Qt, libuv, a game.
  ///
  /// A loop that can watch a file runs `FeedStore` so:
  ///
  /// ```swift
  /// g_unix_fd_add(MainActorQueue.descriptor, G_IO_IN, { _, _, _ in
  ///   MainActorQueue.run()
  ///   return 1
  /// }, nil)
  /// ```
  ///
  /// A loop that can't watch one calls ``run()`` once a frame. On Apple's systems every loop of the main thread
  /// runs the main actor already.
  public enum MainActorQueue {
    /// A file descriptor that can be read as long as work waits for the main actor. Watch it; do not read or
    /// close it.
    public static var descriptor: CInt { mainQueueHandle() }

    /// Runs what waits for the main actor, and returns.
    ///
    /// - Precondition: It is called on the main thread.
    public static func run() {
      precondition(Thread.isMainThread, "MainActorQueue.run() is called on the main thread")
      // The count wakes the loop again until it is read. There may be none, and reading would wait for one.
      var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      var count: UInt64 = 0
      if poll(&event, 1, 0) == 1 { _ = read(descriptor, &count, MemoryLayout.size(ofValue: count)) }
      runMainQueue(nil)
    }
  }

  // Foundation's own loop runs the main queue by these two functions of Dispatch. They are not declared for Swift.
  @_silgen_name("_dispatch_get_main_queue_handle_4CF") private func mainQueueHandle() -> CInt
  @_silgen_name("_dispatch_main_queue_callback_4CF") private func runMainQueue(
    _: UnsafeMutableRawPointer?)
#endif
