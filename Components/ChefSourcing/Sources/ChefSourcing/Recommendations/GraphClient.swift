import FlowKit
import HTTPClient

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads edges of the Graph API.
struct GraphClient: Sendable {
  private let settings: FacebookSettings
  private let fetch: FacebookFetch

  /// The version that the shapes here were written for.
  private static let version = "v25.0"

  init(_ settings: FacebookSettings, over fetch: FacebookFetch) {
    self.settings = settings
    self.fetch = fetch
  }

  /// Reads one page of an edge such as `me/friends`.
  ///
  /// - Throws: a `FlowFailure` with `unavailable` in words without anything that the peer said.
  func page<Node>(of edge: String, _ parameters: [(name: String, value: String?)]) async throws
    -> GraphPage<Node>
  {
    let query = parameters.compactMap { name, value in
      value.map { "\(name)=\(Self.percentEncoded($0))" }
    }
    let response = try await fetch.get(
      "\(settings.address)/\(Self.version)/\(edge)?\(query.joined(separator: "&"))",
      token: settings.token
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
      throw FlowFailure(.unavailable, "Facebook's answer makes no sense")
    }
  }

  /// All but RFC 3986's unreserved characters as their bytes' numbers; cursors and the braces of
  /// nested fields have others.
  private static func percentEncoded(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let number = String(byte, radix: 16, uppercase: true)
        encoded += byte < 16 ? "%0\(number)" : "%\(number)"
      }
    }
  }
}
