/// What a ``Tester`` found to be other than the test says, and where the test says it.
///
/// It is handed to the function that the tester was created with, which tells the framework that
/// runs the tests. For Swift Testing that is
///
/// ```swift
/// func record(_ failure: TesterFailure) {
///   let location = SourceLocation(
///     fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
///     column: Int(failure.column))
///   Issue.record("\(failure)", sourceLocation: location)
/// }
/// ```
///
/// and for XCTest `{ XCTFail($0.message, file: $0.filePath, line: $0.line) }`.
public struct TesterFailure: Error {
  /// What was expected, what came instead, and what to do, in a few lines.
  public let message: String

  let caller: Caller

  /// The module and file in which the test says what failed.
  public var fileID: StaticString { caller.fileID }

  /// The file in which the test says what failed.
  public var filePath: StaticString { caller.filePath }

  /// The line in which the test says what failed.
  public var line: UInt { caller.line }

  /// The column in which the test says what failed.
  public var column: UInt { caller.column }

  /// A place in a test.
  struct Caller {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }
}

extension TesterFailure: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
