// How wide a text may be on a terminal. Terminals disagree, so these are the most columns.
extension Unicode.Scalar {
  /// The most columns that a terminal may use for the scalar.
  var mostColumns: Int {
    if value < 0x530 { return 1 }
    return switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 1
    default: 2
    }
  }
}

extension String {
  /// The most columns that a terminal may use for the text.
  var mostColumns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : unicodeScalars.reduce(0) { $0 + $1.mostColumns }
  }
}

extension Line {
  /// The most columns that a terminal may use for the line.
  var mostColumns: Int { pieces.reduce(0) { $0 + $1.text.mostColumns } }

  /// The line, cut where it could take more than `width` columns. A cut line ends with an ellipsis.
  func cut(to width: Int) -> Line {
    if mostColumns <= width { return self }
    var result = Line(pieces: [])
    // An ellipsis may take two columns.
    var rest = width - 2
    for piece in pieces where rest >= 0 {
      let text = piece.text.prefix { character in
        rest -= String(character).mostColumns
        return rest >= 0
      }
      result.pieces.append(Piece(text: text + (rest < 0 ? "…" : ""), style: piece.style))
    }
    return result
  }

  /// How far a part of the line that stands below it is indented: as far as the second column of a table, or
  /// two spaces more than the line.
  var indent: Int {
    if let first = pieces.first, first.style == .name, first.text.hasSuffix("  ") {
      return first.text.mostColumns
    }
    return text.prefix { $0 == " " }.count + 2
  }

  /// The line in lines of at most `width` columns, broken between words where that is possible. All but the
  /// first begin with `indent` spaces, if that leaves them half of the width.
  func wrapped(to width: Int, indent: Int = 0) -> [Line] {
    if mostColumns <= width { return [self] }
    let start =
      indent > 0 && indent <= width / 2 ? [Piece(text: "".padded(to: indent), style: .plain)] : []
    var lines: [Line] = []
    var line = Line(pieces: [])
    for piece in pieces {
      for word in piece.words(width: width) {
        if !line.pieces.isEmpty, line.mostColumns + word.mostColumns > width {
          let isText = piece.style != .command
          if isText, line.pieces.last?.text.first == " " { line.pieces.removeLast() }
          lines.append(line)
          line = Line(pieces: isText ? start : [])
          if isText, word.first == " " { continue }
        }
        line.pieces.append(Piece(text: word, style: piece.style))
      }
    }
    return lines + [line]
  }
}

extension Line.Piece {
  /// What a row keeps together: words and spaces; of a command as much as fits.
  fileprivate func words(width: Int) -> [String] {
    if style != .command { return text.matches(of: /[ ]+|[^ ]+/).map { String($0.output) } }
    let starts = stride(from: 0, to: text.count, by: max(1, width))
    return starts.map { String(text.dropFirst($0).prefix(max(1, width))) }
  }
}
