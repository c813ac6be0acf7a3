@_spi(Rendering) import SwiftUI
import Testing

extension View {
  /// The texts that the view shows, buttons and alerts included.
  var texts: [String] {
    func texts(_ parts: [Shown]) -> [String] {
      parts.flatMap { part -> [String] in
        switch part {
        case .text(let text): [text]
        case .button(let title, _): [title]
        case .link(let title, _): [title]
        case .alert(let title, let parts): [title] + texts(parts)
        default: []
        }
      }
    }
    return texts(shown)
  }

  /// What the buttons do, by title, those of an alert included.
  var buttons: [(title: String, action: @MainActor () -> Void)] {
    func buttons(_ parts: [Shown]) -> [(title: String, action: @MainActor () -> Void)] {
      parts.flatMap { part -> [(title: String, action: @MainActor () -> Void)] in
        switch part {
        case .button(let title, let action): [(title, action)]
        case .alert(_, let parts): buttons(parts)
        default: []
        }
      }
    }
    return buttons(shown)
  }

  /// Whether something turns.
  var isInProgress: Bool { shown.contains { if case .progress = $0 { true } else { false } } }

  func press(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(
      buttons.first { $0.title == title }, "\(texts)", sourceLocation: sourceLocation
    ).action()
  }

  func field() throws -> Binding<String> {
    try #require(
      shown.compactMap { if case .field(_, let text) = $0 { text } else { nil } }.first)
  }

  func submit() {
    for case .submit(let action) in shown { action() }
  }

  func appear() {
    for case .appears(let action) in shown { action() }
  }

  func choose(_ value: AnyHashable) {
    for case .picker(_, _, let choose) in shown { choose(value) }
  }

  /// Has the view hear that a value which it watches is another one now.
  func hears<Value: Equatable>(_ new: Value) {
    for case .change(let value, let action) in shown where value is Value { action(new) }
  }
}
