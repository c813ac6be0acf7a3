import FeedHTTP
import Foundation

// `save`, which writes what a session has done as a file.
extension Command {
  static let saveCommand = Command(
    name: "save", synonyms: ["export", "record"],
    group: .meta, arguments: "FILE [--force]",
    summary: "write the steps as a script, a Swift test or a page",
    details: [
      "a.feed has a check after each step; 'run' names the first that differs.",
      "a.swift is a Swift Testing file with a FeedTester.",
      "a.html is a page to send: the steps, the screen at each, the requests.",
      "The present branch is saved, up to the current step, with secrets masked.",
      "A file that this session did not write is only replaced with '--force'.",
    ],
    example: "start; ok; save first.feed", body: .work(save))
}

private func save(_ arguments: inout Arguments, in interpreter: Interpreter) throws(Failure) {
  let isForced = arguments.flag("--force")
  let path = try arguments.next("a file")
  try arguments.finish()
  let session = interpreter.session
  let name = String(path.text.split(separator: "/").last ?? "")
  let script = Script(session)
  let text: String
  // A name that is no more than an ending has none.
  switch name.lastIndex(of: ".").map({ String(name[name.index(after: $0)...]) }) {
  case "feed": text = script.feedText(source: interpreter.source.name, file: name)
  case "swift": text = SwiftTest(script).text(source: interpreter.source.name, file: name)
  case "html":
    text =
      ReportPage(
        report: Report(script), source: interpreter.source.name, name: String(name.dropLast(5))
      ).text
  default: throw Failure(.unknownEnding(path.text), at: path)
  }
  let target = Files.target(of: path.text)
  try Files.save(
    text, to: target, named: path, last: interpreter.saved[target], isForced: isForced)
  interpreter.saved[target] = text
  let left = session.undone == 0 ? "" : "; \(session.undone) undone left out"
  interpreter.show(
    "save",
    [Line("saved \(session.position.counted("step")) in \(path.text)\(left)", style: .good)])
}

extension Files {
  /// The one path of the file that a path names: what a link leads to is written, and the link stays. The
  /// system finds the folder, so that `link/..` is where it says.
  fileprivate static func target(of path: String) -> String {
    var target = expanded(path)
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        break
      }
      target = link.hasPrefix("/") ? link : folder(of: target) + "/" + link
    }
    guard let real = realpath(folder(of: target), nil) else { return target }
    defer { free(real) }
    return String(cString: real) + "/" + String(target.split(separator: "/").last ?? "")
  }

  private static func folder(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Writes a file beside `target` and renames it. A file that is there is only replaced if it is empty or has
  /// the text `last`, or if `isForced`.
  fileprivate static func save(
    _ text: String, to target: String, named path: Word, last: String?, isForced: Bool
  ) throws(Failure) {
    if path.text.hasSuffix("/") {
      throw Failure(.cannotWrite(path.text, reason: "it is the name of a folder"), at: path)
    }
    var status = stat()
    let old = Foundation.open(target, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    if old >= 0 {
      defer { close(old) }
      guard isRegular(old) else {
        throw Failure(.cannotWrite(path.text, reason: "it is not a file"), at: path)
      }
      guard fstat(old, &status) == 0 else {
        throw Failure(.cannotWrite(path.text, reason: reason(errno)), at: path)
      }
      let isOwn = status.st_size == 0 || last.map { has($0, at: target) } == true
      guard isForced || isOwn else { throw Failure(.notOverwritten(path.text), at: path) }
      // A file that is replaced need not be writable; who protected it did not mean that.
      guard access(target, W_OK) == 0 else {
        throw Failure(.cannotWrite(path.text, reason: reason(errno)), at: path)
      }
    } else if errno != ENOENT {
      throw Failure(.cannotWrite(path.text, reason: reason(errno)), at: path)
    }
    let new = "\(folder(of: target))/.feed-repl-\(UUID()).new"
    let file = Foundation.open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    var error = file < 0 ? errno : write(Array(text.utf8), to: file)
    if file >= 0 {
      if old >= 0 {
        // Only root may give a file away. For others it is theirs already.
        _ = fchown(file, status.st_uid, status.st_gid)
        fchmod(file, status.st_mode & 0o7777)
      }
      close(file)
      if error == nil, rename(new, target) != 0 { error = errno }
      if error != nil { unlink(new) }
    }
    if let error { throw Failure(.cannotWrite(path.text, reason: reason(error)), at: path) }
  }

  /// Whether the file has exactly this text.
  private static func has(_ text: String, at path: String) -> Bool {
    FileManager.default.contents(atPath: path) == Data(text.utf8)
  }
}

extension Problem {
  fileprivate static func unknownEnding(_ path: String) -> Self {
    Self(
      "\(quoted(path)) does not end with .feed (a script), .swift (a test) or .html (a page); add one of them"
    )
  }

  fileprivate static func notOverwritten(_ path: String) -> Self {
    Self(
      "\(quoted(path)) is there, and not as this session left it; take another name, or add --force",
      exitCode: .cannotCreate)
  }
}
