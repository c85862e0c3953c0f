import FlowKit
import Foundation
import HTTPClient

/// Reads edges of the Graph API, and says in words what went wrong.
struct GraphClient: Sendable {
  private let settings: FacebookSettings
  private let timeout: Duration
  private let client: CurlClient

  private static let version = "v25.0"
  private static let longestAnswer = 1_048_576
  /// RFC 3986's; cursors and the braces of nested fields have others.
  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  )

  /// Waits `timeout` for a whole answer, however slowly it trickles in.
  init(_ settings: FacebookSettings, timeout: Duration) {
    self.settings = settings
    self.timeout = timeout
    client = CurlClient(timeout: timeout, longestBody: Self.longestAnswer)
  }

  func page<Node>(of edge: String, _ parameters: [(name: String, value: String?)]) async throws
    -> GraphPage<Node>
  {
    let query = parameters.compactMap { name, value in
      value?.addingPercentEncoding(withAllowedCharacters: Self.unreserved).map { "\(name)=\($0)" }
    }
    let response = try await get(
      "\(settings.address)/\(Self.version)/\(edge)?\(query.joined(separator: "&"))"
    )
    guard response.status == 200 else {
      let refusal = try? JSONDecoder().decode(GraphRefusal.self, from: Data(response.body))
      throw FlowFailure(
        .unavailable,
        refusal?.words ?? "Facebook answered with status \(response.status)"
      )
    }
    do {
      return try JSONDecoder().decode(GraphPage<Node>.self, from: Data(response.body))
    } catch {
      throw FlowFailure(.unavailable, "Facebook's answer cannot be read")
    }
  }

  private func get(_ url: String) async throws -> HTTPResponse {
    do {
      let response = try await client.send(HTTPRequest(.get, url, headers: settings.token.headers))
      guard !response.isTruncated else {
        throw FlowFailure(
          .unavailable,
          "Facebook's answer is longer than \(Self.longestAnswer) bytes"
        )
      }
      return response
    } catch let error as HTTPError {
      throw FlowFailure(.unavailable, problem(error))
    }
  }

  private func problem(_ error: HTTPError) -> String {
    switch error.code {
    case .unknownHost: "Facebook's address is not known"
    case .refused: "Facebook accepts no connection"
    case .timedOut: "there was no answer within \(timeout)"
    case .connectionClosed: "Facebook closed the connection"
    case .untrusted: "Facebook's server cannot be trusted"
    default: "the request to Facebook failed (\(error.code.rawValue))"
    }
  }
}

/// One page of an edge of the Graph API.
///
/// https://developers.facebook.com/docs/graph-api/results
struct GraphPage<Node: Decodable>: Decodable {
  /// May be empty although further pages follow.
  let data: [Node]
  private let paging: Paging?

  /// Where the next page begins; nil on the last.
  ///
  /// The API says with `next` whether there is one. The address in it is not followed: the token
  /// goes nowhere but where the settings say.
  var nextCursor: String? {
    paging?.next == nil ? nil : paging?.cursors?.after
  }

  private struct Paging: Decodable {
    let cursors: Cursors?
    let next: String?
  }

  private struct Cursors: Decodable {
    let after: String?
  }
}

/// What the Graph API answers where it refuses.
///
/// Its message is left alone: it may quote the token.
/// https://developers.facebook.com/docs/graph-api/guides/error-handling
struct GraphRefusal: Decodable {
  private let error: Body

  private struct Body: Decodable {
    let code: Int
  }

  var words: String {
    switch error.code {
    case 102, 190: "Facebook does not accept the access token"
    case 4, 17, 32, 613: "Facebook was asked too often"
    case 10, 200...299: "the access token lacks a permission"
    default: "Facebook answered with error \(error.code)"
    }
  }
}
