import FeedEffects
import FeedReducer
import Foundation
import TestWatch
import Testing

/// What of a URL is shown in a failure.
@Suite("Secrets", .watched)
struct SecretsTests {
  @Test(arguments: [
    "pass", "pw", "pwd", "passphrase", "passcode", "pin", "otp", "code", "auth_code", "bearer",
    "AWSAccessKeyId", "awsaccesskeyid", "tokens", "PHPSESSID", "JSESSIONID", "sess", "cookie",
    "private", "sign", "sid", "sig", "jwt", "auth", "accessToken", "ACCESS_TOKEN", "accesstoken",
    "user-pin", "userPIN", "PinCode", "login[password]", "user.passwd", "api+keys", "apikey",
    "X-Amz-Security-Token", "id_token_hint", "page_access_token", "next-auth.session-token",
    "token2", "to%6Ben", "tok%65n%CC%81", "client%5Fsecrets", "auth%20code",
    "oauth", "apiauth", "basicauth", "BasicAuth", "oauth_verifier", "code_verifier", "assertion",
    "client_assertion", "SAMLResponse", "samlresponse", "SAMLRequest", "hmac", "x-hmac", "csrf",
    "_csrf",
    "xsrf", "csrfmiddlewaretoken", "psk", "tok", "totp", "mfa_code", "device_code", "api_hash",
    "auth_hash", "jws", "JWE", "macaroon", "paseto", "wresult", "otc", "one_time_code",
    "recovery_code", "backupCode",
    "passwordHash",
  ])
  func aParameterWithTheNameOfASecretIsMasked(name: String) throws {
    let url = try #require(URL(string: "https://h/a?page=1&\(name)=x&q=1"))
    #expect(url.withoutSecrets == url.absoluteString.replacing("=x", with: "=…"))
  }

  @Test(arguments: [
    "page", "page_token", "pageToken", "next_token", "nextPageToken", "nextpagetoken", "pageKey",
    "continuation-token", "sync_token", "cursor", "cursorKey", "pinned", "encode", "country_code",
    "countryCode", "keyword", "author", "passenger", "compass", "design", "insider", "signed",
    "limit", "q", "%C3%A9", "", "hash", "infohash", "contentHash", "ticket", "tickets", "access",
    "refresh",
    "appid", "sso", "tokyo", "task", "authors",
  ])
  func aParameterWithAnotherNameIsShown(name: String) throws {
    let url = try #require(URL(string: "https://h/a?\(name)=x&q=1"))
    #expect(url.withoutSecrets == url.absoluteString)
  }

  @Test(arguments: ["access", "refresh", "ticket", "appid", "app_id", "sso"])
  func aNameOfMoreMeaningsHidesWhatIsNoNumberAndNoWord(name: String) throws {
    for value in ["ST-18-x7", "hunter2", "a%2Fb", "theseAreManyLettersInARow"] {
      let url = try #require(URL(string: "https://h/a?\(name)=\(value)&q=1"))
      #expect(url.withoutSecrets == "https://h/a?\(name)=…&q=1")
      #expect(url.hidingSecrets(in: "no \(value)") == "no …")
    }
    for value in ["", "4711", "true", "read_only"] {
      let url = try #require(URL(string: "https://h/a?\(name)=\(value)&q=1"))
      #expect(url.withoutSecrets == url.absoluteString)
      #expect(url.hidingSecrets(in: "it is true") == "it is true")
    }
  }

  /// libcurl repeats the setting of a proxy, and another library may repeat more.
  @Test(arguments: [
    "Unsupported proxy syntax in 'http://pu:PW@[::1:80'", "Unsupported proxy scheme for 'foo://PW'",
    "Could not resolve proxy: PW", "can't reach pu:PW@host", "can't reach PU:PW%40HOST",
    "can't reach 'http://pu:PW with a space@host'",
  ])
  func aReasonThatMayHaveAPasswordIsNotShown(reason: String) {
    #expect(reason.withoutCredentials == "the reason may have a password and is not shown")
    let error = URLError(.unknown, userInfo: [NSLocalizedDescriptionKey: reason])
    #expect(!FeedFailure(error).message.contains("PW"))
    #expect("Recv failure: reset".withoutCredentials == "Recv failure: reset")
  }

  @Test(arguments: [
    ("http://user:hunter2@evil host/", "…@evil host/"),
    ("http://user:hun@/?#ter2@evil host:x/a?b=1&token=c#d", "…@evil host:x/a?b=1&token=…"),
    ("http:\\\\user:hunter2@evil/", "…@evil/"), ("http:user:hunter2@evil/", "…@evil/"),
    ("mailto:user@evil?pass=1", "…@evil?pass=…"),
    ("http://u:p@\u{301}h /?\u{301}token=a&\u{301}pw=b", "…@\u{301}h /?\u{301}token=…&\u{301}pw=…"),
    ("http://evil host/#token=a", "http://evil host/"),
    ("javascript:alert(1)", "javascript:alert(1)"),
    ("http://user:pw@evil/@a?b=@", "http://evil/@a?b=@"), ("/@a?pin=1", "/@a?pin=…"), ("", ""),
  ])
  func credentialsInWhatHasNoAuthorityAreMasked(link: String, shown: String) {
    #expect(link.asForeignLink == shown)
  }
}
