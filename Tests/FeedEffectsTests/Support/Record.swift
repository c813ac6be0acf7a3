import FeedTesting
import Testing

/// Reports what a tester finds as an issue of the running test.
func record(_ failure: TesterFailure) {
  let location = SourceLocation(
    fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
    column: Int(failure.column))
  Issue.record("\(failure)", sourceLocation: location)
}
