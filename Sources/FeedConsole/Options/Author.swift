import Foundation

/// Who wrote a line, or the options of a session.
///
/// Only the user may read files, write over any, and send something along. What others have sent is data: it
/// asks servers, but with nothing of the user's, and writes new files beside itself.
enum Author: Equatable {
  /// The user: on the command line, with `-e`, at the prompt, and in what is piped in.
  case user

  /// Who wrote a script. The path of its folder ends with `/`, or is empty.
  case script(folder: String)

  /// Who wrote a journal: the user, if it is the user's own. The options given beside it take the place of its own.
  case journal(isOwn: Bool = false, given: Set<String> = [])

  /// The author of the script at a path.
  init(ofScript path: String) {
    let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    self = .script(folder: String(path[..<end]))
  }

  var isOfJournal: Bool { if case .journal = self { true } else { false } }

  /// Returns the path of a file that a line names. That of a script lies beside it, without a folder.
  func path(_ word: Word, for command: String) throws(Failure) -> Word {
    guard case .script(let folder) = self else { return word }
    guard !word.text.contains("/") else {
      let line = "\(command) \(quoted(word.text))"
      throw Failure(
        "a script names files beside it, without a folder; type it yourself: \(line)", at: word)
    }
    return Word(text: folder + word.text, offset: word.offset)
  }

  /// Whether an option of a source counts. Fails at another, and at one that only the user may give.
  func takes(_ option: Option, as name: String) throws(Problem) -> Bool {
    guard option.subject != .program else {
      throw isOfJournal ? refusal(of: quoted(name), for: option) : .notOpened(name)
    }
    guard Self.optionsOfUser.contains(name) else { return true }
    switch self {
    case .user: return true
    case .journal(_, let given) where given.contains(name): return false
    case .journal(isOwn: true, _): return true
    default:
      throw refusal(
        of: "'\(name)', which reads a file or sends along what is yours", for: option)
    }
  }

  /// Fails at a URL with a user name or a password. The user's own would pass for them later.
  func check(_ url: URL?) throws(Problem) {
    guard self != .user, let url, url.user() ?? url.password() != nil else { return }
    throw refusal(of: "a user name in a URL", for: Option.named("--user"))
  }

  private func refusal(of what: String, for option: Option?) -> Problem {
    let (who, start) =
      isOfJournal
      ? ("a journal that is not one of yours", "\(programName) --resume=FILE")
      : ("a script", "open")
    let line = [start, "URL", option?.names[0], option?.value].compactMap { $0 }
    return .usage("\(who) can't give \(what); type it yourself: \(line.joined(separator: " "))")
  }

  /// The options that read a file, or send something along.
  static let optionsOfUser: Set = ["--header", "--user", "--token", "--post", "--graphql"]
}
