public import FeedEffects
import FeedReducer
import Foundation

/// Opens `feed-repl` on a page source of your own: your rows, your authentication, your cursors.
///
/// In the main program of a package that depends on the product `FeedConsole`:
///
/// ```swift
/// import FeedConsole
///
/// try await FeedConsole(People()).run()
/// ```
///
/// The prompt, the full screen (`live`), scripts, `save` and the journal work as in `feed-repl`, and the
/// program takes the same options. Requests and edits run by themselves; with `--manual` each waits for `ok`.
///
/// A row shows as the closure `title` says, by its `description`, or by its property `title` or `name`.
/// A row that is `Encodable` shows all of its fields. With a sink rows can be edited, if they are `Codable`:
/// `update 4 name=Leia` changes a field.
public struct FeedConsole: Sendable {
  private let make: @Sendable () -> TaskSource
  private let isEditable: Bool

  /// Creates a console for a source. No request is sent yet.
  ///
  /// - Parameters:
  ///   - source: Loads the pages. It is called off the thread of the console.
  ///   - title: The text that shows for a row, on any thread; nil for its description.
  public init<Source: PageSource>(
    _ source: Source, title: (@Sendable (Source.Item) -> String)? = nil
  ) {
    make = { OwnSource(source, sink: nil, title: title) }
    isEditable = false
  }

  /// Creates a console for a source whose rows can be edited.
  ///
  /// - Parameters:
  ///   - source: Loads the pages. It is called off the thread of the console.
  ///   - sink: Sends the edits. It is called off the thread of the console.
  ///   - title: The text that shows for a row, on any thread; nil for its description.
  public init<Source: PageSource>(
    _ source: Source, sink: any EditSink<Source.Item, Source.Cursor>,
    title: (@Sendable (Source.Item) -> String)? = nil
  ) {
    make = { OwnSource(source, sink: sink, title: title) }
    isEditable = true
  }

  /// Runs a session with the arguments of the process, until it ends.
  ///
  /// It uses a thread of its own, so the main actor and the thread pool stay free for the source. The
  /// standard streams belong to it.
  ///
  /// A session that fails ends the process with its exit code: `feed-repl -e 'help exit'` lists them.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before the session began.
  public func run() async throws {
    try Task.checkCancellation()
    let arguments = Array(CommandLine.arguments.dropFirst())
    let code = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          returning: Launch.run(
            arguments, in: .current, own: Launch.Own(make: make, isEditable: isEditable)))
      }
    }
    if code != .success { exit(code.rawValue) }
  }
}
