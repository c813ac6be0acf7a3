import FeedEffects
import FeedHTTP
import FeedReducer

// What the user should know when a load has failed, or a list has ended.
extension RemoteSource {
  /// What a note says, with the options that mend it. Nil if a guess found that nothing is left.
  ///
  /// - Parameters:
  ///   - page: The last page.
  ///   - known: The ids of the rows that came.
  ///   - tell: Receives what is done before requests are sent to find more out.
  func advice(
    _ note: DetectedSource.EndNote, behind page: JSONFeed.Page, besides known: [JSONRow.ID],
    tell: (String) -> Void
  ) -> Advice? {
    let isOfStyle = note.text == latest.style?.notes.last
    // Such an end is one that no answer named: some requests found that there is more, and no way to it.
    var wayOn = page.ending?.sign == .unnamed ? wayOn(from: page.ending?.doubt) : nil
    var text = note.text + (isOfStyle && latest.style?.lacksStyle == true ? " (--style)" : "")
    switch note.remedy {
    case .anotherWay?:
      switch alternative(besides: known, tell: tell) {
      case .way(let given): text += "; try \(given.optionText)"
      case .end: return nil
      default: wayOn = self.wayOn(from: page.ending?.doubt)
      }
    case .noTotal?: text += "; try --total none"
    case .id(let path?)?: text += "; try --id \(PagingStyle.Given.text(.body(path)).asShellWord)"
    case .id(nil)?: text += "; --id names the field"
    default: break
    }
    return Advice(
      text: text, isWarning: !note.isWhole, isKnown: isOfStyle && note.remedy == nil,
      isWhole: note.isWhole, wayOn: wayOn)
  }

  /// What leads on where nothing was found that does, for the end of a sentence; nil if how the list pages is known.
  private func wayOn(from doubt: String?) -> String? {
    guard let style = latest.style, style.paging == .none, latest.given.kind == nil else {
      return nil
    }
    if let next = latest.nextInPath, next.doubt == doubt {
      return ": \(next.address.quotedForShell)"
    }
    guard let way = style.likelyWay, let next = way.next else {
      return
        #"; give how the list goes on: --style, --next, --page-param (Docs/Sources.md, "Where a list ends")"#
    }
    let parameter = way.kind == .token ? " --page-param NAME" : ""
    return "; \("\(next)".shown(60)) may name the next page: \(way.optionText)\(parameter)"
  }

  /// What mends a failure; nil if nothing is known. Another way to a second page was looked for by the source.
  func advice(on failure: FeedFailure) -> Advice? {
    failure.option.map { Advice(text: "try \($0)") }
  }

  /// Asks the server in other ways for a second page that has rows beside those of these ids.
  private func alternative(
    besides known: [JSONRow.ID], tell: (String) -> Void
  ) -> DetectedSource.Alternative {
    guard mayGuess else { return .nothing }
    let size = latest.style?.pageSize ?? RemoteOptions.pageSize
    tell(
      "Guessing what leads to the next page, by up to \(DetectedSource.maxGuesses) requests "
        + "in 20 s and 16 MB; --no-guess sends none.")
    let found = try? waiting(unless: interruption, for: "a guess at the parameter") { [latest] in
      await latest.alternative(size: size, besides: Set(known))
    }
    return found ?? .nothing
  }
}

extension PagingStyle.Given {
  /// What is given of the paging, as options for a shell.
  var optionText: String {
    let options = [
      ("--style", kind?.rawValue), ("--next", next.map(Self.text)), ("--page-param", pageName),
      ("--first-page", firstNumber.map { "\($0)" }),
    ]
    return options.compactMap { name, value in value.map { "\(name) \($0.asShellWord)" } }
      .joined(separator: " ")
  }

  fileprivate static func text(_ field: AnswerField) -> String {
    switch field {
    case .header(let name): "header:\(name)"
    default: field.path.map { String("\($0)".drop { $0 == "." }) } ?? ""
    }
  }
}
