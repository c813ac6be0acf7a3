// Values, texts and JSON: see ../Foundation.swift.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

// MARK: - Bytes

public protocol DataProtocol: RandomAccessCollection where Element == UInt8 {}

public struct Data: DataProtocol, RandomAccessCollection, MutableCollection,
  RangeReplaceableCollection,
  Hashable, Sendable, Codable
{
  public func base64EncodedString(options: Data.Base64EncodingOptions = []) -> String

  public typealias WritingOptions = NSData.WritingOptions
  public func write(to url: URL, options: Data.WritingOptions = []) throws

  public struct Base64EncodingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt)
  }

  public typealias Element = UInt8
  public typealias Index = Int
  public typealias Indices = Range<Int>
  public typealias SubSequence = Data

  public init()
  public init<S: Sequence>(_ elements: S) where S.Element == UInt8
  public init(from decoder: any Decoder) throws
  public func encode(to encoder: any Encoder) throws

  public var startIndex: Int { get }
  public var endIndex: Int { get }
  public var indices: Range<Int> { get }
  public func index(before i: Int) -> Int
  public func index(after i: Int) -> Int
  public subscript(index: Int) -> UInt8 { get set }
  public subscript(bounds: Range<Int>) -> Data { get set }
  public mutating func replaceSubrange<C: Collection>(
    _ subrange: Range<Int>, with newElements: C
  ) where C.Element == UInt8

  public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R

  public static func == (d1: Data, d2: Data) -> Bool
  public func hash(into hasher: inout Hasher)
}

open class NSData: NSObject {
  public struct WritingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt)
    public static var atomic: NSData.WritingOptions { get }
  }
  deinit
}

// MARK: - URLs

public struct URL: Hashable, Sendable, Codable {
  public enum DirectoryHint: Sendable {
    case isDirectory, notDirectory, checkFileSystem, inferFromPath
  }

  public init?(string: String)
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public init?(string: String, encodingInvalidCharacters: Bool)
  public init?(string: String, relativeTo url: URL?)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public init(
    filePath path: String, directoryHint: URL.DirectoryHint = .inferFromPath,
    relativeTo base: URL? = nil)
  public init(from decoder: any Decoder) throws
  public func encode(to encoder: any Encoder) throws

  public var absoluteString: String { get }
  public var absoluteURL: URL { get }
  public var scheme: String? { get }
  public var port: Int? { get }
  public var user: String? { get }
  public var path: String { get }
  public var lastPathComponent: String { get }
  public func deletingLastPathComponent() -> URL
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func appending<S: StringProtocol>(
    path: S, directoryHint: URL.DirectoryHint = .inferFromPath
  ) -> URL
  public func resolvingSymlinksInPath() -> URL
  public var query: String? { get }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func host(percentEncoded: Bool = true) -> String?
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func user(percentEncoded: Bool = true) -> String?
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func password(percentEncoded: Bool = true) -> String?
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func query(percentEncoded: Bool = true) -> String?
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public func path(percentEncoded: Bool = true) -> String

  public static func == (lhs: URL, rhs: URL) -> Bool
  public func hash(into hasher: inout Hasher)
}

public struct IndexPath: Hashable, Sendable {
  public static func == (lhs: IndexPath, rhs: IndexPath) -> Bool
  public func hash(into hasher: inout Hasher)
}

public struct URLQueryItem: Hashable, Sendable {
  public var name: String
  public var value: String?
  public static func == (lhs: URLQueryItem, rhs: URLQueryItem) -> Bool
  public func hash(into hasher: inout Hasher)
}

public struct URLComponents: Hashable, Sendable {
  public init?(url: URL, resolvingAgainstBaseURL resolve: Bool)
  public var string: String? { get }
  public var url: URL? { get }
  public var scheme: String? { get set }
  public var host: String? { get set }
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
  public var encodedHost: String? { get set }
  public var port: Int? { get set }
  public var user: String? { get set }
  public var password: String? { get set }
  public var percentEncodedPath: String { get set }
  public var percentEncodedUser: String? { get set }
  public var percentEncodedPassword: String? { get set }
  public var percentEncodedQueryItems: [URLQueryItem]? { get set }
  public var fragment: String? { get set }
  public var rangeOfPort: Range<String.Index>? { get }

  public var queryItems: [URLQueryItem]? { get set }
  public static func == (lhs: URLComponents, rhs: URLComponents) -> Bool
  public func hash(into hasher: inout Hasher)
}

// MARK: - Texts

extension String {
  public struct Encoding: RawRepresentable, Hashable, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt)
    public static let utf8: String.Encoding
    public static let utf16: String.Encoding
    public static let utf16BigEndian: String.Encoding
    public static let utf16LittleEndian: String.Encoding
    public static let utf32: String.Encoding
    public static let utf32BigEndian: String.Encoding
    public static let utf32LittleEndian: String.Encoding
  }

  public init?(data: Data, encoding: String.Encoding)
  public init?<S: Sequence>(bytes: S, encoding: String.Encoding) where S.Element == UInt8
}

open class NSString: NSObject {
  public struct CompareOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt)
    public static var caseInsensitive: NSString.CompareOptions { get }
    public static var diacriticInsensitive: NSString.CompareOptions { get }
  }
  deinit
}

extension String {
  public typealias CompareOptions = NSString.CompareOptions
}

extension StringProtocol {
  public func range<T: StringProtocol>(
    of aString: T, options mask: String.CompareOptions = [], range searchRange: Range<Index>? = nil,
    locale: Locale? = nil
  ) -> Range<Index>?
  public var removingPercentEncoding: String? { get }
  public func contains<T: StringProtocol>(_ other: T) -> Bool
  public func components<T: StringProtocol>(separatedBy separator: T) -> [String]
  public func trimmingCharacters(in set: CharacterSet) -> String
}

public struct CharacterSet: Hashable, Sendable {
  public static var whitespaces: CharacterSet { get }
  public static var whitespacesAndNewlines: CharacterSet { get }

  public static func == (lhs: CharacterSet, rhs: CharacterSet) -> Bool
  public func hash(into hasher: inout Hasher)
}

// MARK: - Dates

public typealias TimeInterval = Double

public struct Date: Comparable, Hashable, Sendable, Codable {
  public init()
  public init(timeIntervalSince1970: TimeInterval)
  public init(timeIntervalSinceNow: TimeInterval)
  public init(from decoder: any Decoder) throws
  public func encode(to encoder: any Encoder) throws
  public var timeIntervalSince1970: TimeInterval { get }
  public func timeIntervalSince(_ date: Date) -> TimeInterval

  public static func < (lhs: Date, rhs: Date) -> Bool
  public static func == (lhs: Date, rhs: Date) -> Bool
  public func hash(into hasher: inout Hasher)
}

public struct Locale: Hashable, Sendable {
  public init(identifier: String)
  public static func == (lhs: Locale, rhs: Locale) -> Bool
  public func hash(into hasher: inout Hasher)
}

public struct TimeZone: Hashable, Sendable {
  public init?(identifier: String)
  public static func == (lhs: TimeZone, rhs: TimeZone) -> Bool
  public func hash(into hasher: inout Hasher)
}

open class Formatter: NSObject {
  override public init()
  deinit
}

open class DateFormatter: Formatter {
  override public init()
  open var dateFormat: String! { get set }
  open var locale: Locale! { get set }
  open var timeZone: TimeZone! { get set }
  open func date(from string: String) -> Date?
  deinit
}

// MARK: - JSON

open class JSONEncoder {
  public struct OutputFormatting: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt)
    public static let prettyPrinted: JSONEncoder.OutputFormatting
    public static let sortedKeys: JSONEncoder.OutputFormatting
    public static let withoutEscapingSlashes: JSONEncoder.OutputFormatting
  }

  public enum NonConformingFloatEncodingStrategy: Sendable {
    case `throw`
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }

  public init()
  open var outputFormatting: JSONEncoder.OutputFormatting { get set }
  open var userInfo: [CodingUserInfoKey: any Sendable] { get set }
  open var nonConformingFloatEncodingStrategy: JSONEncoder.NonConformingFloatEncodingStrategy {
    get set
  }
  open func encode<T: Encodable>(_ value: T) throws -> Data
  deinit
}

open class JSONDecoder {
  public init()
  open func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  open func decode<T: DecodableWithConfiguration>(
    _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
  ) throws -> T
  deinit
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension JSONEncoder: @unchecked Sendable {}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension JSONDecoder: @unchecked Sendable {}

@available(macOS 12, iOS 15, tvOS 15, watchOS 8, *)
public protocol DecodableWithConfiguration {
  associatedtype DecodingConfiguration
  init(from decoder: any Decoder, configuration: Self.DecodingConfiguration) throws
}
