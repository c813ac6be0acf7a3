// Just so much of SwiftUI that the README's view compiles, and shows as text, where there is none.
#if !canImport(SwiftUI)
  @MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
  }

  /// Something that a view shows, or would do.
  enum Shown {
    case text(String)
    case progress
    case button(title: String, action: @MainActor () -> Void)
    case appears(action: @MainActor () -> Void)
    case pull(action: @MainActor @Sendable () async -> Void)
  }

  /// What all views of this file come to.
  struct Rendering: View {
    var shown: [Shown] = []
    var body: Rendering { self }
  }

  extension View {
    /// What the view shows now.
    var rendering: Rendering { self as? Rendering ?? body.rendering }

    func onAppear(perform action: @escaping @MainActor () -> Void) -> Rendering {
      Rendering(shown: rendering.shown + [.appears(action: action)])
    }

    func refreshable(
      action: @escaping @MainActor @Sendable () async -> Void
    ) -> Rendering {
      Rendering(shown: rendering.shown + [.pull(action: action)])
    }

    func overlay(@ViewBuilder _ content: () -> some View) -> Rendering {
      Rendering(shown: rendering.shown + content().rendering.shown)
    }
  }

  @MainActor @resultBuilder enum ViewBuilder {
    static func buildBlock<each Part: View>(_ parts: repeat each Part) -> Rendering {
      var rendering = Rendering()
      for part in repeat each parts { rendering.shown += part.rendering.shown }
      return rendering
    }

    static func buildOptional(_ part: Rendering?) -> Rendering { part ?? Rendering() }
  }

  @propertyWrapper struct State<Value> {
    var wrappedValue: Value
  }

  @MainActor func List(@ViewBuilder _ content: () -> some View) -> Rendering {
    content().rendering
  }

  @MainActor func Text(_ text: String) -> Rendering { Rendering(shown: [.text(text)]) }

  @MainActor func ProgressView() -> Rendering { Rendering(shown: [.progress]) }

  @MainActor func Button(
    _ title: String, action: @escaping @MainActor () -> Void
  ) -> Rendering {
    Rendering(shown: [.button(title: title, action: action)])
  }

  @MainActor func ForEach<Rows: RandomAccessCollection>(
    _ rows: Rows, @ViewBuilder _ row: (Rows.Element) -> some View
  ) -> Rendering where Rows.Element: Identifiable {
    Rendering(shown: rows.flatMap { row($0).rendering.shown })
  }
#endif
