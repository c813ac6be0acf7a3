import FeedHTTP
import Foundation

/// Writes what a session has done as a file.
func save(_ arguments: Arguments, in interpreter: Interpreter) throws(Failure) {
  let isForced = arguments.flag("--force")
  let path = try interpreter.author.path(try arguments.next("a file"), for: "save")
  try arguments.finish()
  let session = interpreter.session
  let name = String(path.text.split(separator: "/").last ?? "")
  let source = interpreter.source.name
  let script = Script(session)
  let text: String
  // A name that is no more than an ending has none.
  switch name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last {
  case "feed": text = script.feedText(source: source, file: name)
  case "swift": text = SwiftTest(script).text(source: source, file: name)
  case "html":
    let report = Report(script)
    text = ReportPage(report: report, source: source, name: String(name.dropLast(5))).text
  default:
    throw Failure(
      "\(quoted(path.text)) does not end with .feed (a script), .swift (a test) or .html (a page); add one of them",
      at: path)
  }
  // A script makes new files only, so a link in its folder is not followed.
  let isScript = interpreter.author != .user
  let target = isScript ? Files.expanded(path.text) : Files.target(of: path.text)
  let isThere = (try? FileManager.default.attributesOfItem(atPath: target)) != nil
  guard !isScript || !isForced && !isThere else {
    throw Failure(
      Problem(
        "a script writes new files only\(isThere ? ", and \(quoted(path.text)) is there" : ""); take another name, or type it yourself: save \(quoted(path.text)) --force",
        exitCode: .cannotCreate), at: path)
  }
  try Files.save(
    text, to: target, named: path, last: interpreter.saved[target], isForced: isForced)
  interpreter.saved[target] = text
  let left = session.undone == 0 ? "" : "; \(session.undone) undone left out"
  interpreter.show(
    [Line("saved \(session.position.counted("step")) in \(path.text)\(left)", style: .good)],
    of: "save")
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
    guard let folder = real(folder(of: target)) else { return target }
    return folder + "/" + String(target.split(separator: "/").last ?? "")
  }

  private static func folder(of path: String) -> String {
    guard let end = path.lastIndex(of: "/") else { return "." }
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// Writes a file at once. One that is there is only replaced if it is empty or has the text `last`, or if
  /// `isForced`.
  fileprivate static func save(
    _ text: String, to target: String, named path: Word, last: String?, isForced: Bool
  ) throws(Failure) {
    func failure(_ reason: String) -> Failure {
      Failure(.cannotWrite(path.text, reason: reason), at: path)
    }
    let files = FileManager.default
    if path.text.hasSuffix("/") { throw failure("it is the name of a folder") }
    let old = try? files.attributesOfItem(atPath: target)
    if let old {
      guard old[.type] as? FileAttributeType == .typeRegular else {
        throw failure("it is not a file")
      }
      let isOwn =
        old[.size] as? Int == 0
        || last.map { files.contents(atPath: target) == Data($0.utf8) } == true
      guard isForced || isOwn else {
        throw Failure(
          Problem(
            "\(quoted(path.text)) is there, and not as this session left it; take another name, or add --force",
            exitCode: .cannotCreate), at: path)
      }
      // A file that is replaced need not be writable; who protected it did not mean that.
      guard files.isWritableFile(atPath: target) else { throw failure(reason(EACCES)) }
    }
    do {
      try Data(text.utf8).write(to: URL(filePath: target), options: .atomic)
      if let mode = old?[.posixPermissions] {
        try files.setAttributes([.posixPermissions: mode], ofItemAtPath: target)
      }
    } catch {
      throw failure(reason(of: error))
    }
  }
}
