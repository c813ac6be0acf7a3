public import FeedEffects
public import FeedReducer
public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An edit sink for JSON APIs over HTTP: you give the request of an edit, and it does the rest.
///
/// ```swift
/// let notes = URL(string: "https://example.org/notes")!
/// let sink = HTTPEditSink<Note, PageCursor>(headers: ["Authorization": "Bearer abc"]) { edit in
///   switch edit.change {
///   case .insert(let note, _): HTTPEdit(.post, at: notes, body: note)
///   case .update(let note): HTTPEdit(.put, at: notes, path: "\(edit.id)", body: note)
///   case .remove: HTTPEdit(.delete, at: notes, path: "\(edit.id)")
///   }
/// }
/// let store = FeedStore(source: source, sink: sink)
/// ```
///
/// **What the server gets.** The key of the edit is in `Idempotency-Key`, the same each time it is sent: a
/// server that knows the field carries no edit out twice. Without such a server an edit whose answer was lost
/// is carried out again.
///
/// **What comes back.** A status of success means that the edit was carried out. The row in the answer is the
/// server's version, with its id. Nothing in it, or status 204, leaves the row as the user made it. A DELETE of what is
/// not there any more (404, 410) counts as carried out. So does an edit that conflicts with itself (409): no answer came
/// to it before, under the same key.
///
/// **Failures** are those of ``HTTPPageSource``, and are retried alike: what the network did, 429 and 5xx by
/// the feed's `RetryPolicy`. Another status undoes the change, which stays in `failedEdits` with its failure. So
/// does an answer whose row can't be decoded, though the server has carried the edit out: a refresh shows it.
///
/// **Expired credentials.** Give the sink `Credentials`, the same as the source's: after a 401 they are renewed
/// once for both, and the edit is sent again under its key. Nothing is undone.
///
/// ```swift
/// let sink = HTTPEditSink<Note, PageCursor>(credentials: credentials) { token in
///   ["Authorization": "Bearer \(token)"]
/// } request: { edit in
///   HTTPEdit(.delete, at: notes, path: "\(edit.id)")
/// }
/// ```
///
/// **Redirects** are followed to the origin of the edit's URL only, and not where they would turn the edit into a
/// question (301 and 302 of a POST). The limits of the ``HTTPLoader`` hold.
public struct HTTPEditSink<Item: Identifiable & Equatable & Sendable & Decodable, Cursor>: EditSink
where Item.ID: Sendable, Cursor: Hashable & Sendable {
  private typealias Attempt = (_ headers: [String: String]) async throws -> Item?

  /// Calls an attempt to send an edit with the header fields, and again if its credentials have expired.
  private let trying: @Sendable (Attempt) async throws -> Item?
  private let loader: HTTPLoader
  private let encoder: JSONEncoder
  private let decoder: JSONDecoder
  private let request: @Sendable (Feed<Item, Cursor>.Edit) throws -> HTTPEdit
  private let queue: ReadingQueue

  /// The keys of edits to which no answer came.
  private let unanswered = UnansweredKeys()

  /// Creates a sink. No request is sent yet.
  ///
  /// - Parameters:
  ///   - headers: Header fields of every request. They reach the origin of its URL only.
  ///   - loader: Sends the requests. Share it with the source.
  ///   - encoder: Encodes the bodies.
  ///   - decoder: Decodes the rows in the answers.
  ///   - request: The request for an edit. It is called off the store's actor, each time that the edit is sent.
  ///     What it throws is what the edit fails with.
  public init(
    headers: [String: String] = [:], loader: HTTPLoader = .shared,
    encoder: JSONEncoder = JSONEncoder(), decoder: JSONDecoder = JSONDecoder(),
    request: @escaping @Sendable (_ edit: Feed<Item, Cursor>.Edit) throws -> HTTPEdit
  ) {
    self.init(
      loader: loader, encoder: encoder, decoder: decoder, request: request,
      trying: { try await $0(headers) })
  }

  /// Creates a sink that renews its credentials after a 401 and sends the edit again.
  ///
  /// A second 401 is the failure of the edit, as is what keeps the credentials from being renewed.
  ///
  /// - Parameters:
  ///   - credentials: The credentials, shared with the source and all others that send them.
  ///   - headers: The header fields for some credentials. It is called for each request. They reach the
  ///     origin of its URL only.
  ///   - loader: Sends the requests. Share it with the source.
  ///   - encoder: Encodes the bodies.
  ///   - decoder: Decodes the rows in the answers.
  ///   - request: The request for an edit, as above. It is not called again after a renewal.
  public init<Value: Sendable>(
    credentials: Credentials<Value>,
    headers: @escaping @Sendable (_ credentials: Value) -> [String: String],
    loader: HTTPLoader = .shared, encoder: JSONEncoder = JSONEncoder(),
    decoder: JSONDecoder = JSONDecoder(),
    request: @escaping @Sendable (_ edit: Feed<Item, Cursor>.Edit) throws -> HTTPEdit
  ) {
    self.init(
      loader: loader, encoder: encoder, decoder: decoder, request: request,
      trying: { attempt in try await credentials.use { try await attempt(headers($0)) } })
  }

  private init(
    loader: HTTPLoader, encoder: JSONEncoder, decoder: JSONDecoder,
    request: @escaping @Sendable (Feed<Item, Cursor>.Edit) throws -> HTTPEdit,
    trying: @escaping @Sendable (Attempt) async throws -> Item?
  ) {
    self.trying = trying
    self.loader = loader
    queue = ReadingQueue(on: loader.readingThreads)
    self.encoder = encoder
    self.decoder = decoder
    self.request = request
  }

  /// Sends the edit to the server.
  ///
  /// - Returns: The row in the answer; nil if it has none.
  /// - Throws: A `FeedFailure` if the request was not sent, there was no answer, its status is no success, or
  ///   its row can't be decoded; what `request` or the renewal of credentials throws; `CancellationError` if
  ///   the task was cancelled.
  public func send(_ edit: Feed<Item, Cursor>.Edit, key: EditKey) async throws -> Item? {
    let sent = try request(edit)
    guard let origin = Origin(sent.url) else {
      throw FeedFailure(.request(.notWebAddress), at: sent.url)
    }
    let isRemoval = if case .remove = edit.change { true } else { false }
    return try await trying { headers in
      try await send(
        sent, headers: headers, to: origin, key: key, isNeeded: sent.row != nil && !isRemoval)
    }
  }

  /// Sends a request once.
  ///
  /// - Parameter isNeeded: Whether the answer has the row, unless it is empty.
  private func send(
    _ sent: HTTPEdit, headers: [String: String], to origin: Origin, key: EditKey, isNeeded: Bool
  ) async throws -> Item? {
    let fields = ["Idempotency-Key": "\(key)"].merging(headers) { $1 }
    let request: URLRequest
    do {
      request = try sent.urlRequest(headers: fields, encoder: encoder)
    } catch {
      throw FeedFailure(error, at: sent.url)
    }
    do {
      return try await loader.load(
        request, within: OriginPolicy(base: origin, allowed: [], isOfEdit: true),
        at: request.url ?? sent.url, readingOn: queue
      ) { [loader, decoder] response, _ in
        let row: Item? = try response.row(
          at: sent.row ?? "", isNeeded: isNeeded, with: decoder, limits: loader.limits)
        return isNeeded ? row : nil
      }
    } catch let failure as FeedFailure where isCarriedOut(sent, key: key, after: failure) {
      return nil
    } catch let failure as FeedFailure where failure.status == nil && failure.isRetryable {
      unanswered.note(key)
      throw failure
    }
  }

  /// Whether a refusal means that the edit was carried out before.
  private func isCarriedOut(_ sent: HTTPEdit, key: EditKey, after failure: FeedFailure) -> Bool {
    switch failure.status {
    case 404, 410: sent.method == .delete
    case 409: unanswered.contains(key)
    default: false
    }
  }
}

/// The keys of the latest edits to which no answer came.
private final class UnansweredKeys: Sendable {
  private let keys = Locked<[EditKey]>([])

  func note(_ key: EditKey) {
    keys.use { keys in
      keys.append(key)
      // Edits are sent one after the other; few wait for another attempt.
      if keys.count > 64 { keys.removeFirst() }
    }
  }

  func contains(_ key: EditKey) -> Bool { keys.use { $0.contains(key) } }
}

extension HTTPResponse {
  /// The row at `path` in the body; nil if the body is empty, or if it has none and none is needed.
  ///
  /// - Throws: A `FeedFailure` if the body has no such row and tells of an error, though the status is a
  ///   success, or if the row is needed. What is a row may have a field `error`.
  fileprivate func row<Item: Decodable>(
    at path: JSONPath, isNeeded: Bool, with decoder: JSONDecoder, limits: HTTPLimits
  ) throws(FeedFailure) -> Item? {
    if body.allSatisfy(\.isBlank) { return nil }
    do {
      return try row(at: path, in: try reader(limits), with: decoder, limits: limits)
    } catch {
      if let error = HTTPProblem(errorIn: JSONReader([UInt8](body).streamSafe).found(at:)) {
        throw FeedFailure(error, in: self)
      }
      if isNeeded { throw FeedFailure(error, in: self) }
      return nil
    }
  }

  private func row<Item: Decodable>(
    at path: JSONPath, in body: JSONReader, with decoder: JSONDecoder, limits: HTTPLimits
  ) throws(HTTPProblem) -> Item {
    var reader = body
    let range: Range<Int>?
    do throws(JSONReader.Fault) {
      range = try reader.find(path) ? try reader.row() : nil
    } catch {
      throw HTTPProblem(notReadable: self, fault: error, in: reader, limits: limits)
    }
    guard let range else { throw HTTPProblem(NoRow(), inRow: body, at: RowPlace(path: path)) }
    do {
      return try decoder.decode(Item.self, from: Data(body.bytes[range]))
    } catch {
      throw HTTPProblem(
        error, inRow: JSONReader(Array(body.bytes[range])), at: RowPlace(path: path))
    }
  }
}
