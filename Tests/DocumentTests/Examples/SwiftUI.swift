// Just so much of SwiftUI that the views of the documents compile, and show as text, where there is none.
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
    case field(Binding<String>)
    case submit(action: @MainActor () -> Void)
    case picker(title: String, options: [Shown])
    case opacity(Double)
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

    func searchable(text: Binding<String>) -> Rendering {
      Rendering(shown: rendering.shown + [.field(text)])
    }

    func onSubmit(
      of trigger: SubmitTrigger = .text, _ action: @escaping @MainActor () -> Void
    ) -> Rendering {
      Rendering(shown: rendering.shown + [.submit(action: action)])
    }

    func opacity(_ opacity: Double) -> Rendering {
      Rendering(shown: rendering.shown + [.opacity(opacity)])
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

    static func buildEither(first part: Rendering) -> Rendering { part }

    static func buildEither(second part: Rendering) -> Rendering { part }

    static func buildOptional(_ part: Rendering?) -> Rendering { part ?? Rendering() }
  }

  @MainActor @propertyWrapper struct State<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    init(initialValue: Value) { wrappedValue = initialValue }

    var projectedValue: Binding<Value> {
      let value = wrappedValue
      return Binding(get: { value }, set: { _ in })
    }
  }

  /// A value that a view reads and writes.
  @MainActor @dynamicMemberLookup struct Binding<Value> {
    let get: @MainActor () -> Value
    let set: @MainActor (Value) -> Void

    init(get: @escaping @MainActor () -> Value, set: @escaping @MainActor (Value) -> Void) {
      self.get = get
      self.set = set
    }

    init?(_ base: Binding<Value?>) {
      guard let value = base.get() else { return nil }
      self.init(get: { base.get() ?? value }, set: { base.set($0) })
    }

    subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Binding<Part> {
      Binding<Part>(
        get: { get()[keyPath: part] },
        set: {
          var value = get()
          value[keyPath: part] = $0
          set(value)
        })
    }
  }

  enum SubmitTrigger { case text, search }

  @MainActor func TextField(_ title: String, text: Binding<String>) -> Rendering {
    Rendering(shown: [.field(text)])
  }

  @MainActor func Picker<Choice>(
    _ title: String, selection: Binding<Choice>, @ViewBuilder _ options: () -> some View
  ) -> Rendering {
    Rendering(shown: [.picker(title: title, options: options().rendering.shown)])
  }

  @MainActor func List(@ViewBuilder _ content: () -> some View) -> Rendering {
    content().rendering
  }

  @MainActor func Text(_ text: String) -> Rendering { Rendering(shown: [.text(text)]) }

  @MainActor func EmptyView() -> Rendering { Rendering() }

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
