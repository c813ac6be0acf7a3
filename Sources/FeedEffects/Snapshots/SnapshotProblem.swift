/// Why a snapshot could not be read or written.
@nonexhaustive
public enum SnapshotProblem: Error, Equatable, Sendable {
  /// The file was not written by a ``SnapshotStore``, or by a newer one.
  case unknownFormat

  /// The file is not as it was written: parts are missing or changed.
  case damaged

  /// There are more bytes than the limit allows.
  case tooLarge(size: Int, limit: Int)

  /// The file is whole, but its rows are of another type.
  case unfit(reason: String)

  /// The system did not let it be read or written.
  case system(reason: String)

  /// Whether the other one is of the same kind, whatever its numbers and words.
  func isLike(_ other: SnapshotProblem) -> Bool {
    switch (self, other) {
    case (.unknownFormat, .unknownFormat), (.damaged, .damaged), (.tooLarge, .tooLarge),
      (.unfit, .unfit), (.system, .system):
      true
    default: false
    }
  }

  init(_ error: any Error) {
    switch error {
    case let problem as SnapshotProblem: self = problem
    case is DecodingError, is EncodingError: self = .unfit(reason: "\(error)".shown(200))
    default: self = .system(reason: "\(error)".shown(200))
    }
  }
}

extension SnapshotProblem: CustomStringConvertible {
  /// What happened and what follows, in a sentence for people.
  public var description: String {
    switch self {
    case .unknownFormat:
      "The file is no snapshot of this version; the feed starts empty."
    case .damaged:
      "The snapshot is damaged and was moved aside; the feed starts empty."
    case .tooLarge(let size, let limit):
      "The snapshot has \(size) bytes where \(limit) are allowed, so the file is not as the feed is; "
        + "bound the rows with maxItems, or raise the limit."
    case .unfit(let reason):
      "The snapshot does not fit the rows (\(reason)); the feed starts empty."
    case .system(let reason):
      "The snapshot could not be read or written (\(reason)); check the folder and the space left."
    }
  }
}
