/// Text that a session has shown, turned into a line that runs again.
///
/// A step becomes the command that makes it, a prompt is cut off, and a line with the details of a
/// step becomes an empty line. Any other line stays as it is.
///
/// ```swift
/// Pasted.line("[3] itemAppeared(index: 9)")        // "itemAppeared index=9"
/// Pasted.line("20/82 loading more> appear 9")      // "appear 9"
/// Pasted.line("  append  idle → loading 2")        // ""
/// ```
enum Pasted {
  static func line(_ line: String) throws(Failure) -> String {
    // What most lines begin with is told without looking for a pattern.
    guard let first = line.utf8.first, " [>af0123456789".utf8.contains(first) else { return line }
    if " [>".utf8.contains(first) {
      if line.isDetail { return "" }
      let step = #/^(?:> |  )?\[(?:[0-9]+(?:…[0-9]+)?|-)\] /#
      if let match = line.prefixMatch(of: step) {
        return try event(String(line[match.range.upperBound...]))
      }
    }
    if line.hasPrefix("at step ") {
      return line.prefixMatch(of: #/at step ([0-9]+) of [0-9]+: /#).map { "goto \($0.1)" } ?? line
    }
    guard line.utf8.contains(UInt8(ascii: ">")) else { return line }
    let prompt =
      #/^(?:\[[0-9]+\/[0-9]+\] )?(?:feed|[0-9]+(?:\/[0-9]+)?)(?: [a-z0-9][a-z0-9 ,.]*)?> ?/#
    return line.prefixMatch(of: prompt).map { String(line[$0.range.upperBound...]) } ?? line
  }

  /// The command that makes the step whose first line says `text`.
  private static func event(_ text: String) throws(Failure) -> String {
    let isIgnored = text.contains(#/  ignored(?:: |$)/#)
    let text = text.replacing(#/  (?:ignored(?:: .*)?|undone|[^ ].* → .*)$/#, with: "")
    if text.hasPrefix("a fresh feed") { return "" }
    if let match = text.wholeMatch(of: #/itemAppeared\(index: ([0-9]+)…([0-9]+)\) ×[0-9]+/#) {
      return "itemAppeared \(match.1)..\(match.2)"
    }
    let page = #/pageLoaded\(ticket: ([0-9]+), ([0-9]+) rows?, (no next|next: .*)/#
    if let match = text.prefixMatch(of: page) {
      if isIgnored { return "late \(match.1)" }
      return "ok \(match.1) items=\(match.2)" + (match.3.hasPrefix("no next") ? " last" : "")
    }
    let failed = #/(failed|editFailed)\(ticket: ([0-9]+), (?:http )?([A-Za-z0-9]+): .*/#
    if let match = text.prefixMatch(of: failed) {
      return "\(isIgnored ? String(match.1) : "fail") \(match.2) \(match.3)"
    }
    if let match = text.prefixMatch(of: #/editCommitted\(ticket: ([0-9]+)[,)]/#) {
      return "\(isIgnored ? "late" : "ok") \(match.1)"
    }
    if let match = text.wholeMatch(of: #/edit\((remove [^ ]+)\)/#) { return String(match.1) }
    if text.hasPrefix("restored(") || text.hasPrefix("edit(") {
      throw Failure(
        "\(quoted(text)) does not say all that happened, so it can't run again; write it as JSON")
    }
    return text
  }

  /// The words of a call such as `index: 9`, as arguments: `index=9`.
  static func words(ofCall arguments: String) -> [String] {
    arguments.split(separator: ", ").map { part in
      if let match = part.wholeMatch(of: #/\s*range: (-?[0-9]+)\.\.<(-?[0-9]+)\s*/#),
        let end = Int(match.2)
      {
        return "range=\(match.1)..\(end - 1)"
      }
      return String(part).replacing(#/^ *(?:([A-Za-z]+): *)?(.*?) *$/#) { match in
        (match.1.map { "\($0)=" } ?? "") + match.2
      }
    }
  }
}

extension String {
  /// Whether a session shows the line below a step, with the details.
  fileprivate var isDetail: Bool {
    guard hasPrefix("  ") else { return false }
    let text = drop { $0 == " " }
    let rowCount = #/[0-9]+ (?:of [0-9]+ )?rows?\b|the list has /#
    return text.hasPrefix("⇒ ") || text.prefixMatch(of: rowCount) != nil
      || text.contains(" → ") && !text.hasPrefix("[")
      || [
        "nothing loads: ", "stale: ", "not recorded: ", "a new branch: ", "Enter goes on",
        "these are the rows",
      ]
      .contains { text.hasPrefix($0) }
  }
}
