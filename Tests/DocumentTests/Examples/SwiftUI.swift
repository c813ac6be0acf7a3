// Just so much of SwiftUI that the README's view compiles where there is none.
#if !canImport(SwiftUI)
  @MainActor protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
  }

  @resultBuilder enum ViewBuilder {
    static func buildBlock<each Part: View>(_ parts: repeat each Part) -> Stub { Stub() }
    static func buildOptional(_ part: Stub?) -> Stub { Stub() }
  }

  struct Stub: View {
    var body: Stub { self }
  }

  @propertyWrapper struct State<Value> {
    var wrappedValue: Value
  }

  @MainActor func List(@ViewBuilder _ content: () -> some View) -> Stub { Stub() }
  @MainActor func Text(_ text: String) -> Stub { Stub() }
  @MainActor func ProgressView() -> Stub { Stub() }
  @MainActor func Button(_ title: String, action: @escaping @MainActor () -> Void) -> Stub {
    Stub()
  }
  @MainActor func ForEach<Rows: RandomAccessCollection>(
    _ rows: Rows, @ViewBuilder _ row: @escaping (Rows.Element) -> some View
  ) -> Stub where Rows.Element: Identifiable { Stub() }

  extension View {
    func onAppear(perform: @escaping @MainActor () -> Void) -> Stub { Stub() }
    func refreshable(action: @escaping @MainActor @Sendable () async -> Void) -> Stub { Stub() }
    func overlay(@ViewBuilder _ content: () -> some View) -> Stub { Stub() }
  }
#endif
