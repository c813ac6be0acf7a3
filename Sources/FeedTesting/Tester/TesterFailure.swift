/// A difference between a machine and its test, with the line of the test.
///
/// A ``Tester`` passes it to its `report` function, which forwards it to the test framework. This
/// function is for Swift Testing:
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
/// For XCTest use `{ XCTFail($0.message, file: $0.filePath, line: $0.line) }`.
public struct TesterFailure: Error {
  /// The expected and the actual values and what to do, in several lines.
  public let message: String

  let caller: Caller

  /// The module and file of the test, as in `#fileID`.
  public var fileID: StaticString { caller.fileID }

  /// The path of the test's file, as in `#filePath`.
  public var filePath: StaticString { caller.filePath }

  /// The line of the failed call, counted from 1.
  public var line: UInt { caller.line }

  /// The column of the failed call, counted from 1.
  public var column: UInt { caller.column }

  /// A source location in a test.
  struct Caller {
    let fileID: StaticString
    let filePath: StaticString
    let line: UInt
    let column: UInt
  }
}

extension TesterFailure: CustomStringConvertible {
  /// The same as ``message``.
  public var description: String { message }
}
