// What views are changed by, and what they do: see Shown.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    with([.appears { action?() }])
  }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    with([.disappears { action?() }])
  }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View {
    with([.change(value: value) { if let new = $0 as? Value { action(value, new) } }])
  }
  public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
    with([.pull(action: action)])
  }
  public func searchable(text: Binding<String>) -> some View {
    with([.field(title: "Search", text: text)])
  }
  public func searchScopes<Scope: Hashable>(
    _ scope: Binding<Scope>, @ViewBuilder scopes: () -> some View
  ) -> some View {
    with(Picker("Scope", selection: scope, content: scopes).shown)
  }
  public func onSubmit(
    of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
  ) -> some View {
    with([.submit { action() }])
  }
  public func alert<Data>(
    _ title: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: Data?,
    @ViewBuilder actions: (Data) -> some View, @ViewBuilder message: (Data) -> some View
  ) -> some View {
    guard isPresented.wrappedValue, let data else { return with() }
    let parts = message(data).shown + actions(data).shown
    return with([.alert(title: title.text, parts: parts)])
  }

  public func overlay(@ViewBuilder content: () -> some View) -> some View {
    with(content().shown)
  }
  public func safeAreaInset(
    edge: VerticalEdge, @ViewBuilder content: () -> some View
  ) -> some View {
    with(content().shown)
  }
  public func toolbar(@ViewBuilder content: () -> some View) -> some View { with(content().shown) }
  public func navigationTitle(_ title: LocalizedStringKey) -> some View { self }
  public func navigationDestination<Value: Hashable>(
    for data: Value.Type, @ViewBuilder destination: @escaping (Value) -> some View
  ) -> some View {
    with([.destination { ($0.base as? Value).map { destination($0).shown } ?? [] }])
  }

  public func id(_ id: some Hashable) -> some View { self }
  public func font(_ font: Font?) -> some View { self }
  public func foregroundStyle(_ style: HierarchicalShapeStyle) -> some View { self }
  public func opacity(_ opacity: Double) -> some View { with([.opacity(opacity)]) }
  public func padding() -> some View { self }
  public func toggleStyle(_ style: ToggleStyle) -> some View { self }
  public func keyboardShortcut(_ key: Character) -> some View { self }
  public func accessibilityLabel(_ label: LocalizedStringKey) -> some View {
    with([.label(label.text)])
  }

  public func scrollTargetLayout() -> some View { self }
  public func scrollPosition(id: Binding<(some Hashable)?>) -> some View {
    with([.place { id.wrappedValue.map { AnyHashable($0) } }])
  }
  public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }

  // Two that the app can't use, with which `.ci/apple` proves that it would see it.
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  public func defaultScrollAnchor(
    _ anchor: UnitPoint?, for role: ScrollAnchorRole
  ) -> some View { self }
  @available(macOS, unavailable)
  public func navigationBarTitleDisplayMode(_ displayMode: TitleDisplayMode) -> some View { self }
}

public enum ScrollAnchorRole { case initialOffset, sizeChanges, alignment }
public enum TitleDisplayMode { case automatic, inline, large }
