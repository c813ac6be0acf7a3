import FeedEffects
import Foundation

/// Everything that a page source reads from a body.
struct PageBody<Item: Sendable> {
  /// What to read from the body.
  struct Plan {
    var rows: HTTPRows<Item>
    var paths: [JSONPath]
    var keyPath: JSONPath?
    var graphQL: HTTPRequest.GraphQL?

    /// Whether values at the paths are read with all that is in them: cursors go to the server as JSON.
    var isDeep = false

    /// What a page with rows said of itself; nil if there was none.
    var earlier: AnswerVerdict?

    /// Whether the page may be behind the last one: then a list that is missing is empty.
    var mayBeBehindLast = false

    var badRows: BadRowPolicy {
      rows.onSkipped == nil ? .skipNull : .skip
    }
  }

  var rows: ReadRows<Item>

  /// The values at the paths of the plan. Paths without a value are missing.
  var values: [JSONPath: JSONValue]

  /// What the answer says of itself.
  var verdict: AnswerVerdict

  /// The value at the key path in the last row, for `Paging.keyset`.
  var lastKey: JSONValue?

  /// Whether two rows, one behind the other, have the same value there, and whether all have.
  var sharesKeys = false
  var isOfOneKey = false

  /// Whether there was no list of rows.
  var isAbsent = false

  /// A reader of the whole body.
  let reader: JSONReader
}

extension HTTPResponse {
  /// Reads the parts of the body that `plan` names.
  ///
  /// - Parameters:
  ///   - plan: What to read.
  ///   - decoder: Decodes the rows.
  ///   - limits: The limits of depth and size.
  ///   - checkpoint: Called between two parts. What it throws ends the work.
  /// - Complexity: O(*n*) in the body, if a row is decoded in O(*n*).
  func read<Item>(
    _ plan: PageBody<Item>.Plan, with decoder: JSONDecoder, limits: HTTPLimits,
    checkpoint: () throws -> Void
  ) throws -> PageBody<Item> {
    let body = try reader(limits)
    let places = try places(plan, in: body, limits: limits)
    // If the rows can't be read, the errors in the body explain more.
    let errors = Result { try HTTPProblem.check { places.others[$0] } }
    if plan.graphQL?.acceptsPartialData == false { try errors.get() }
    let verdict = AnswerVerdict(places.others)
    func checkForError() throws(HTTPProblem) {
      if let problem = HTTPProblem(verdict, besides: plan.earlier, in: self) { throw problem }
    }
    var rows = RowReader(plan, in: body, with: decoder, maxRows: limits.maxRows)
    // Where the rows are the members of the body itself, an error looks like a row or two.
    let isOfBody = plan.rows.path.components.first == .members
    do {
      try rows.read(at: places.list, checkpoint: checkpoint)
      if rows.result.count == 0 || isOfBody && rows.result.count == 1 { try checkForError() }
    } catch let fault as JSONReader.Fault {
      throw HTTPProblem(notReadable: self, fault: fault, in: body, limits: limits)
    } catch let problem as HTTPProblem {
      try errors.get()
      if case .noList? = problem.cause as? PageProblem { try checkForError() }
      if isOfBody { try checkForError() }
      throw problem
    }
    return PageBody(
      rows: rows.result, values: places.values, verdict: verdict,
      lastKey: rows.lastKey, sharesKeys: rows.sharesKeys, isOfOneKey: rows.isOfOneKey == true,
      isAbsent: rows.isListAbsent, reader: body)
  }

  private func places<Item>(
    _ plan: PageBody<Item>.Plan, in body: JSONReader, limits: HTTPLimits
  ) throws(HTTPProblem) -> JSONReader.Places {
    var reader = body
    do throws(JSONReader.Fault) {
      return try reader.places(
        plan.paths, besides: AnswerVerdict.index, list: plan.rows.path.listAndElement.list,
        levels: plan.isDeep ? limits.maxNestingDepth : 3)
    } catch {
      throw HTTPProblem(notReadable: self, fault: error, in: reader, limits: limits)
    }
  }

  /// Reads the whole body.
  func json(_ limits: HTTPLimits) throws(HTTPProblem) -> JSONValue {
    var reader = try reader(limits)
    do throws(JSONReader.Fault) {
      return try reader.document()
    } catch {
      throw HTTPProblem(notReadable: self, fault: error, in: reader, limits: limits)
    }
  }

  /// A reader of the body.
  func reader(_ limits: HTTPLimits) throws(HTTPProblem) -> JSONReader {
    guard body.isUTF8 else { throw HTTPProblem(notUnicode: self) }
    return JSONReader(
      [UInt8](body).streamSafe, maxDepth: limits.maxNestingDepth, maxValues: limits.maxValues)
  }
}

extension Data {
  /// Whether the bytes are a text in UTF-8.
  var isUTF8: Bool { String(data: self, encoding: .utf8) != nil }
}
