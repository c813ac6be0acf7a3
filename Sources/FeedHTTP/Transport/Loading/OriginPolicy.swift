import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The origins to which the links and redirects of a source may lead.
struct OriginPolicy {
  /// The origin of the source's URL. Only this one gets cookies and credentials.
  let base: Origin

  /// Other origins that are allowed by name.
  let allowed: Set<Origin>

  /// Whether requests change something: one that became a question would seem to have done so.
  var isOfEdit = false

  func isBase(_ url: URL?) -> Bool {
    url.flatMap(Origin.init) == base
  }

  /// Whether `request` may get cookies and what a session adds. One to which another origin led does not,
  /// wherever it goes.
  func allowsCredentials(_ request: URLRequest) -> Bool {
    request.httpShouldHandleCookies && isBase(request.url)
  }

  /// Whether a page at `page` may lead to `url`.
  func allows(_ url: URL, from page: URL?) -> Bool {
    guard let origin = Origin(url), origin == base || allowed.contains(origin) else { return false }
    return origin.scheme == "https" || page?.scheme?.lowercased() != "https"
  }

  /// Returns the request that follows a redirect.
  ///
  /// - Throws: `ResponseProblem.unusableRedirect` if it names no page,
  ///   `RequestProblem.foreignRedirect` if it may not be followed, or `foreignBody` if it may, but not
  ///   with the body: a query is for the server that was asked. `movedEdit` if an edit would become a question.
  func redirect(_ request: URLRequest, to target: Redirect) throws(HTTPProblem) -> URLRequest {
    let location = target.location
    guard !location.isEmpty, let url = URL(link: location, on: request.url), Origin(url) != nil
    else { throw .response(.unusableRedirect(status: target.status, location: location)) }
    guard allows(url, from: request.url),
      let whole = isBase(url) && isBase(request.url) ? url.withCredentials(of: request.url) : url
    else { throw .request(.foreignRedirect(link: location)) }
    var next = request
    next.url = whole
    if target.becomesGet(request.httpMethod) {
      // 303 says that the edit was carried out.
      if isOfEdit, target.status != 303 {
        throw .request(.movedEdit(status: target.status, link: location))
      }
      next.httpMethod = "GET"
      next.httpBody = nil
      next.setValue(nil, forHTTPHeaderField: "Content-Type")
    }
    if isBase(url) { return next }
    if next.httpBody != nil { throw .request(.foreignBody(link: location)) }
    return next.withoutCredentials
  }
}

/// A redirect.
struct Redirect {
  let status: Int
  let location: String

  /// Whether the new request is a GET without the body (RFC 9110, section 15.4).
  func becomesGet(_ method: String?) -> Bool {
    switch status {
    case 303: method != "HEAD"
    case 301, 302: method == "POST"
    default: false
    }
  }
}

extension HTTPResponse {
  /// The redirect in this response, if it is one.
  var redirect: Redirect? {
    guard [301, 302, 303, 307, 308].contains(status), let location = headers["location"] else {
      return nil
    }
    return Redirect(status: status, location: location)
  }
}

extension URLRequest {
  /// A copy without headers, except those for the type of the body.
  var withoutCredentials: URLRequest {
    var request = self
    for name in (allHTTPHeaderFields ?? [:]).keys
    where !["accept", "content-type"].contains(name.lowercased()) {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    request.httpShouldHandleCookies = false
    return request
  }
}
