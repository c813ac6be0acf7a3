import FeedEffects
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the links and redirects of a source may lead.
struct Territory {
  /// Where the source was sent in the first place: only this origin is told who asks.
  let home: Origin

  /// The other origins that were allowed by name.
  let others: Set<Origin>

  func isHome(_ url: URL?) -> Bool {
    url.flatMap(Origin.init) == home
  }

  /// Whether a page at `from` may lead to `url`.
  func allows(_ url: URL, from: URL?) -> Bool {
    guard let origin = Origin(url), origin == home || others.contains(origin) else { return false }
    return origin.scheme == "https" || from?.scheme?.lowercased() != "https"
  }

  /// Returns the request that follows a redirect.
  ///
  /// - Throws: `HTTPProblem.request(.foreignRedirect)` when it may not be followed.
  func redirect(_ request: URLRequest, to target: Redirect) throws(HTTPProblem) -> URLRequest {
    guard let url = URL(link: target.location, on: request.url), allows(url, from: request.url)
    else { throw .request(.foreignRedirect(link: target.location)) }
    var next = request
    next.url = url
    if target.becomesGet(request.httpMethod) {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.setValue(nil, forHTTPHeaderField: "Content-Type")
    }
    return isHome(url) ? next : next.withoutIdentity
  }
}

/// Where a server sends a request on to.
struct Redirect {
  let status: Int
  let location: String

  /// Whether what was sent stays behind (RFC 9110, section 15.4).
  func becomesGet(_ method: String?) -> Bool {
    switch status {
    case 303: method != "HEAD"
    case 301, 302: method == "POST"
    default: false
    }
  }
}

extension HTTPAnswer {
  /// Where the server sends the request on to, if it does.
  var redirect: Redirect? {
    guard [301, 302, 303, 307, 308].contains(status), let location = headers["location"] else {
      return nil
    }
    return Redirect(status: status, location: location)
  }
}

extension URLRequest {
  /// The request with no header but what says of which type a body is and is to be.
  var withoutIdentity: URLRequest {
    var request = self
    for name in (allHTTPHeaderFields ?? [:]).keys
    where !["accept", "content-type"].contains(name.lowercased()) {
      request.setValue(nil, forHTTPHeaderField: name)
    }
    request.httpShouldHandleCookies = false
    return request
  }
}
