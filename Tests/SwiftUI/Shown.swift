// So much of Apple's SwiftUI as the documents and the app in Examples/Apple name. On Linux it shows views as
// lists of what they show, for tests; `.ci/apple` compiles it for Apple's systems, to check names and versions.
//
// A declaration takes what Apple's takes, with `@available` where it is newer than the systems that Package.swift
// declares, or not on one of them. What is only called may be simpler: a view that is a function, a value that is a
// case. In doubt declare less, so that what compiles here compiles there.
//
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// Something that a view shows, or would do. Only tests see it.
@_spi(Rendering) public enum Shown {
  case text(String)
  case progress
  case button(title: String, action: @MainActor () -> Void)
  case toggle(title: String, isOn: Binding<Bool>)
  case field(title: String, text: Binding<String>)
  case picker(title: String, options: [Shown], choose: @MainActor (AnyHashable) -> Void)
  case link(title: String, value: AnyHashable)
  case destination(screen: @MainActor (AnyHashable) -> [Shown])
  case appears(action: @MainActor () -> Void)
  case disappears(action: @MainActor () -> Void)
  case submit(action: @MainActor () -> Void)
  case pull(action: @Sendable () async -> Void)
  /// Where a scroll view is to be.
  case place(get: @MainActor () -> AnyHashable?)
  /// A value that the view watches, and what happens when it is another one.
  case change(value: any Equatable, action: @MainActor (any Equatable) -> Void)
  case alert(title: String, parts: [Shown])
  /// What VoiceOver says of the part before.
  case label(String)
  case opacity(Double)
}

/// What all views of this module come to.
struct Rendering: View {
  var parts: [Shown] = []
  var body: Rendering { return self }
}

extension View {
  /// What the view shows now.
  @_spi(Rendering) public var shown: [Shown] { (self as? Rendering)?.parts ?? body.shown }

  /// The texts of the view, in one line.
  var words: String {
    shown.compactMap { if case .text(let text) = $0 { text } else { nil } }.joined(separator: " ")
  }

  /// This view, and what a modifier adds.
  func with(_ parts: [Shown] = []) -> Rendering { Rendering(parts: shown + parts) }
}
