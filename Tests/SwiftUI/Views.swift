// Views: see Shown.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<Part: View>(_ part: Part) -> Part { part }
  public static func buildBlock<each Part: View>(_ parts: repeat each Part) -> some View {
    var rendering = Rendering()
    for part in repeat each parts { rendering.parts += part.shown }
    return rendering
  }
  public static func buildIf(_ part: (some View)?) -> some View { part?.with() ?? Rendering() }
  public static func buildEither(first part: some View) -> Either { Either(parts: part.shown) }
  public static func buildEither(second part: some View) -> Either { Either(parts: part.shown) }

  public struct Either: View {
    let parts: [Shown]
    public var body: some View { Rendering(parts: parts) }
  }
}

public struct Text: View {
  let text: String
  public init(_ key: LocalizedStringKey) { text = key.text }
  @_disfavoredOverload public init(_ content: some StringProtocol) { text = String(content) }
  public var body: some View { Rendering(parts: [.text(text)]) }
}

@MainActor public func EmptyView() -> some View { Rendering() }
@MainActor public func ProgressView() -> some View { Rendering(parts: [.progress]) }
@MainActor public func Image(systemName: String) -> some View { Rendering() }
@MainActor public func Label(_ title: LocalizedStringKey, systemImage: String) -> some View {
  Text(title)
}
@MainActor public func ContentUnavailableView(
  _ title: LocalizedStringKey, systemImage: String, description: Text? = nil
) -> some View {
  Text(title).with(description?.shown ?? [])
}

// MARK: - Controls

@MainActor public func Button(
  action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> some View
) -> some View {
  Rendering(parts: [.button(title: label().words, action: action)])
}
@MainActor public func Button(
  _ title: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
) -> some View {
  Rendering(parts: [.button(title: title.text, action: action)])
}
@MainActor public func Button(
  _ title: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void
) -> some View {
  Rendering(parts: [.button(title: title.text, action: action)])
}
@MainActor public func Toggle(_ title: LocalizedStringKey, isOn: Binding<Bool>) -> some View {
  Rendering(parts: [.toggle(title: title.text, isOn: isOn)])
}
@MainActor public func TextField(_ title: LocalizedStringKey, text: Binding<String>) -> some View {
  Rendering(parts: [.field(title: title.text, text: text)])
}
@MainActor public func Picker<Value: Hashable>(
  _ title: LocalizedStringKey, selection: Binding<Value>, @ViewBuilder content: () -> some View
) -> some View {
  Rendering(parts: [
    .picker(title: title.text, options: content().shown) {
      if let value = $0.base as? Value { selection.set(value) }
    }
  ])
}

// MARK: - Containers

@MainActor public func List(@ViewBuilder content: () -> some View) -> some View { content() }
@MainActor public func HStack(@ViewBuilder content: () -> some View) -> some View { content() }
@MainActor public func VStack(
  alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> some View
) -> some View { content() }
@MainActor public func LazyVStack(
  alignment: HorizontalAlignment = .center, @ViewBuilder content: () -> some View
) -> some View { content() }
@MainActor public func LazyVGrid(
  columns: [GridItem], @ViewBuilder content: () -> some View
) -> some View { content() }
@MainActor public func ScrollView(
  _ axes: Axis = .vertical, @ViewBuilder content: () -> some View
) -> some View { content() }
@MainActor public func Section(
  _ title: LocalizedStringKey, @ViewBuilder content: () -> some View
) -> some View {
  Text(title).with(content().shown)
}
@MainActor public func ForEach<Rows: RandomAccessCollection>(
  _ data: Rows, @ViewBuilder content: @escaping (Rows.Element) -> some View
) -> some View where Rows.Element: Identifiable {
  Rendering(parts: data.flatMap { content($0).shown })
}
@MainActor public func ForEach<Rows: RandomAccessCollection, ID: Hashable>(
  _ rows: Rows, id: KeyPath<Rows.Element, ID>, @ViewBuilder content: (Rows.Element) -> some View
) -> some View {
  Rendering(parts: rows.flatMap { content($0).shown })
}
@MainActor public func NavigationStack<Path: RangeReplaceableCollection & RandomAccessCollection>(
  path: Binding<Path>, @ViewBuilder root: () -> some View
) -> some View where Path: MutableCollection, Path.Element: Hashable {
  let root = root().shown
  guard let top = path.wrappedValue.last else { return Rendering(parts: root) }
  var parts: [Shown] = []
  for case .destination(let screen) in root { parts += screen(top) }
  return Rendering(parts: parts)
}
@MainActor public func NavigationLink(
  value: (some Hashable)?, @ViewBuilder label: () -> some View
) -> some View {
  Rendering(parts: value.map { [.link(title: label().words, value: $0)] } ?? [])
}

// MARK: - Programs

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  public static func main() { print("SwiftUI is on Apple's systems only: run this on a Mac.") }
}

@MainActor @preconcurrency public protocol Scene {}

public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) {}
}

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder static var previews: Previews { get }
}
