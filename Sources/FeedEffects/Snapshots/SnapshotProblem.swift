/// Why a snapshot could not be read, written or removed.
@nonexhaustive
public enum SnapshotProblem: Error, Equatable, Sendable {
  /// The file is not a snapshot, or a newer version of ``SnapshotStore`` wrote it.
  case unknownFormat

  /// Parts of the file are missing or changed since it was written.
  case damaged

  /// The snapshot has more bytes than the limit allows, so it is neither read nor written.
  ///
  /// Of a file that is too large only the first bytes are read: there `size` is what was read, not
  /// the size of the file.
  case tooLarge(size: Int, limit: Int)

  /// The content does not fit this feed: the types differ, or the feed refuses the snapshot.
  case unfit(reason: String)

  /// The system reported an error when the file was read, written or removed.
  case system(reason: String)

  /// Another feed of this program uses the file, so this one is neither restored nor stored.
  case inUse(path: String)

  /// Another feed on the file was logged out, so this one is stored no more until it is stopped and started.
  case loggedOut(path: String)

  /// Whether both problems are the same case. Their sizes and reasons may differ.
  func isLike(_ other: SnapshotProblem) -> Bool {
    switch (self, other) {
    case (.unknownFormat, .unknownFormat), (.damaged, .damaged), (.tooLarge, .tooLarge),
      (.unfit, .unfit), (.system, .system), (.inUse, .inUse), (.loggedOut, .loggedOut):
      true
    default: false
    }
  }

  /// Creates the problem that led to an error of the file at a path.
  init(_ error: any Error, at path: String) {
    switch error {
    case let problem as SnapshotProblem: self = problem
    case is DecodingError, is EncodingError: self = .unfit(reason: "\(error)".shown(200))
    default: self = .system(reason: "\(path.shown(1_000)): \("\(error)".shown(200))")
    }
  }
}

extension SnapshotProblem: CustomStringConvertible {
  /// What happened, and what follows from it, as a sentence.
  public var description: String {
    switch self {
    case .unknownFormat:
      "The file is no snapshot of this version; the feed starts empty."
    case .damaged:
      "The snapshot is damaged and was moved aside; the feed starts empty."
    case .tooLarge(let size, let limit):
      "The snapshot has \(size) bytes where \(limit) are allowed, so the file is out of date; "
        + "bound the rows with maxItems, or raise the limit."
    case .unfit(let reason):
      "The snapshot does not fit the rows (\(reason)); the feed starts empty."
    case .system(let reason):
      "The snapshot could not be read, written or removed (\(reason)); check the folder and the space "
        + "left."
    case .inUse(let path):
      "Another feed of this program uses \(path), so this one is neither restored nor stored; give each "
        + "feed a file of its own, or end the other one with stop() before."
    case .loggedOut(let path):
      "Another feed on \(path) was logged out, so the file was removed and this feed is stored no more; "
        + "send it .stopped and then .started to store it again."
    }
  }
}
