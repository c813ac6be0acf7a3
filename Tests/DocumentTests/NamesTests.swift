import Foundation
import TestWatch
import Testing

/// `Docs/Names.md` lists what is public. With `UPDATE_DOCS` in the environment the test writes it.
@Suite("The list of public names", .watched)
struct NamesTests {
  private static let products = [
    "FeedReducer", "FeedEffects", "FeedHTTP", "FeedTesting", "FeedConsole",
  ]

  private static let head = """
    # All public names

    By product, and in each by type. The tests make this page, so it has all there are. What a protocol of Swift asks for
    (`==`, `hash(into:)`, `description`, `customMirror`, `encode(to:)`, `init(from:)`) is left out.

    """

  @Test func thePageHasEveryPublicName() throws {
    let sections = try Self.products.map { product in
      let names = try PublicNames(of: product)
      #expect(!names.members.isEmpty, "\(product)")
      return "\n## \(product)\n\n| type | members |\n| --- | --- |\n\(names.rows)\n"
    }
    let text = Self.head + sections.joined()
    let file = Document.root.appending(path: "Docs/Names.md")
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func declarationsAreReadAsTheyAreWritten() {
    var names = PublicNames()
    names.read(
      """
      public struct A<B>: Equatable {
        public let one: Int
        let two: Int
        public init(
          _ one: Int, two: (Int, Int) = (1, 2),
          three: Int
        ) {
          let four = 4
        }
        public enum C {
          case five(six: Int, Int)
          case seven, eight
        }
      }
      protocol D { func nine() }
      public protocol E {
        func ten(in eleven: Int)
      }
      extension A.C where B: E {
        @inlinable public static var twelve: Int { 12 }
        public init?<F, G: Equatable>(_ f: F, of g: () -> G) where F: E {}
        public subscript(h: Int, for i: Int) -> Int { 0 }
        package func thirteen() {}
      }
      """)
    #expect(
      names.members == [
        "A": ["one", "init(_:two:three:)"],
        "A.C": [
          "five(six:_:)", "seven", "eight", "twelve", "init(_:of:)", "subscript(_:for:)",
        ],
        "E": ["ten(in:)"],
      ])
  }
}

/// What is public in sources that the formatter has indented: what stands deeper than the members of a type is the
/// body of one.
private struct PublicNames {
  /// The names in each type, as they are declared. Those outside of types are in "".
  private(set) var members: [String: [String]] = [:]

  private enum Kind {
    case publicProtocol, publicEnum, other
  }

  /// The types around a line, from the outside.
  private var around: [(name: String, kind: Kind)] = []

  private static let ofSwift: Set = [
    "hash(into:)", "description", "debugDescription", "customMirror", "encode(to:)", "init(from:)",
  ]

  init() {}

  init(of product: String) throws {
    let folder = Document.root.appending(path: "Sources/\(product)").path
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    where path.hasSuffix(".swift") {
      read(try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8))
    }
  }

  var rows: String {
    members.sorted { $0.key < $1.key }.map { type, names in
      let unique = Set(names).sorted().map { "`\($0)`" }.joined(separator: ", ")
      return "| \(type.isEmpty ? "" : "`\(type)`") | \(unique) |"
    }.joined(separator: "\n")
  }

  mutating func read(_ text: String) {
    let lines = text.components(separatedBy: "\n")
    var conditions = 0
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }
      if line.dropFirst(indent.count).hasPrefix("#if") { conditions += 1 }
      if line.dropFirst(indent.count).hasPrefix("#endif") { conditions -= 1 }
      let depth = indent.count / 2 - conditions
      guard depth >= 0, depth <= around.count,
        let match = line.dropFirst(indent.count).prefixMatch(
          of:
            /((?:@\S+ )*(?:[a-z]+(?:\([a-z]+\))? )*?)(struct|class|enum|actor|protocol|extension|typealias|associatedtype|func|var|let|init|subscript|case)\b/
        )
      else { continue }
      around.removeLast(around.count - depth)
      let rest = ([String(line[match.range.upperBound...])] + lines[(index + 1)...].prefix(12))
        .joined(separator: "\n")
      read(
        String(match.2), rest.drop { $0 == " " },
        isPublic: match.1.contains("public ") || around.last?.kind == .publicProtocol)
    }
  }

  private mutating func read(_ keyword: String, _ rest: Substring, isPublic: Bool) {
    let name = String(rest.prefix { !" :<({=?\n".contains($0) })
    switch keyword {
    case "extension": around.append((name, .other))
    case "struct", "class", "enum", "actor", "protocol":
      let path = (around.last.map { $0.name + "." } ?? "") + name
      if isPublic { members[path, default: []] += [] }
      let kinds: [String: Kind] = ["enum": .publicEnum, "protocol": .publicProtocol]
      around.append((path, isPublic ? kinds[keyword] ?? .other : .other))
    case "case": if around.last?.kind == .publicEnum { add(cases: rest) }
    case "func": if isPublic { add(name + Self.labels(of: rest.dropFirst(name.count))) }
    case "init": if isPublic { add("init" + Self.labels(of: rest)) }
    case "subscript": if isPublic { add("subscript" + Self.labels(of: rest, ends: [" "])) }
    default: if isPublic { add(name) }
    }
  }

  private mutating func add(cases text: Substring) {
    var rest = text
    repeat {
      let name = rest.drop { $0 == " " || $0 == "," }.prefix { $0.isLetter || $0.isNumber }
      rest = rest[name.endIndex...]
      let labels = rest.first == "(" ? Self.labels(of: rest) : ""
      add(name + labels)
      var depth = 0
      rest = rest.drop { character in
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        return depth > 0 || character != "," && character != "\n"
      }
    } while rest.first == ","
  }

  private mutating func add(_ name: String) {
    // An operator has no name.
    guard name.first?.isLetter == true, !Self.ofSwift.contains(name) else { return }
    members[around.last?.name ?? "", default: []].append(name)
  }

  /// The labels of the parameters in the first parentheses behind generic ones: `(_:two:)`.
  ///
  /// - Parameter ends: What follows a label, and nothing else.
  private static func labels(of text: Substring, ends: Set<Character> = [" ", ":"]) -> String {
    var (labels, depth, isInside, isAtStart) = ("", 0, false, true)
    scan: for (offset, character) in zip(text.indices, text) {
      switch character {
      case ">" where text[..<offset].last == "-", " ", "\n": break
      case "(" where depth == 0:
        (isInside, depth) = (true, 1)
      case "(", "[", "{", "<": depth += 1
      case ")" where isInside && depth == 1: break scan
      case ")", "]", "}", ">": depth -= 1
      case "," where depth == 1: isAtStart = true
      default:
        guard isInside, depth == 1, isAtStart else { continue }
        let label = text[offset...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        let isLabel = text[label.endIndex...].first.map(ends.contains) == true
        labels += (isLabel ? label : "_") + ":"
        isAtStart = false
      }
    }
    return "(\(labels))"
  }
}
