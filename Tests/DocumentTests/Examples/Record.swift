import FeedTesting
import Testing

nonisolated func record(_ failure: TesterFailure) {
  let location = SourceLocation(
    fileID: "\(failure.fileID)", filePath: "\(failure.filePath)", line: Int(failure.line),
    column: Int(failure.column))
  Testing.Issue.record("\(failure)", sourceLocation: location)
}
