import Documenting
import Git
import GitValues
import HTTPTypes
package import Hummingbird
import NIOCore

/// Caches answers for as long as the same commit is served.
///
/// Only lists, releases and manifests, the most frequent answers, which are small and the same for
/// everybody: what else the server says may change without a commit, as its health does.
/// Only plain requests are answered from the cache, not those with a condition, a range or a token.
package struct AnswerCache<Inner: HTTPResponder>: HTTPResponder {
  package typealias Context = Inner.Context

  private struct Key: Hashable {
    let commit: ObjectID
    let authority: String?
    let path: String?
    private(set) var accept: String?

    /// `nil` if the answer to the request is not cached.
    init?(_ head: HTTPRequest, at registry: ServedRegistry) {
      guard head.method == .get else { return nil }
      for field in head.headerFields {
        switch field.name {
        case .authorization, .range, .ifNoneMatch, .host: return nil
        case .accept where accept != nil: return nil
        case .accept:
          guard !PageRoutes.isPage(accepting: field.value) else { return nil }
          accept = field.value
        default: continue
        }
      }
      // Without a valid authority, the request is refused.
      guard head.authority != nil else { return nil }
      let route = (head.path ?? "").prefix { $0 != "?" }
      guard [.list, .release, .manifest].contains(RouteKind(String(route))) else { return nil }
      commit = registry.commit
      authority = head.authority
      path = head.path
    }

    /// The approximate size in bytes.
    var size: Int {
      [authority, path, accept].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
  }

  private struct Answer {
    let head: HTTPResponse
    let body: ByteBuffer
  }

  private static var bound: Int { 32 << 20 }
  private static var largest: Int { 64 << 10 }
  /// The approximate size of an answer without its body.
  private static var overhead: Int { 1 << 10 }

  private let inner: Inner
  private let registry: ServedRegistry
  /// Whether answers depend on the token.
  private let isGuarded: Bool
  private let answers = BoundedCache<Key, Answer>(bound: bound)

  init(_ inner: Inner, _ registry: ServedRegistry, isGuarded: Bool) {
    self.inner = inner
    self.registry = registry
    self.isGuarded = isGuarded
  }

  private static func isDocumentation(_ path: String) -> Bool {
    path.hasPrefix("/\(DocumentationFolder.usualBase)/")
  }

  package func respond(to request: Request, context: Context) async throws -> Response {
    guard !isGuarded, let key = Key(request.head, at: registry) else {
      return try await inner.respond(to: request, context: context)
    }
    if let answer = answers[key] {
      return Response(
        status: answer.head.status,
        headers: answer.head.headerFields,
        body: ResponseBody(byteBuffer: answer.body)
      )
    }
    let response = try await inner.respond(to: request, context: context)
    guard response.status == .ok, response.headers[.contentSecurityPolicy] == nil,
      !Self.isDocumentation(request.uri.path), let size = response.body.contentLength,
      size <= Self.largest
    else { return response }
    let collected = Collected()
    try await response.body.write(CollectingWriter(collected: collected))
    let body = collected.bytes
    answers.insert(
      Answer(head: response.head, body: body),
      weight: size + key.size + Self.overhead,
      for: key
    )
    return Response(
      status: response.status,
      headers: response.headers,
      body: ResponseBody(byteBuffer: body)
    )
  }
}

/// The bytes of a response body, collected in one buffer.
private final class Collected {
  var bytes = ByteBuffer()
}

private struct CollectingWriter: ResponseBodyWriter {
  let collected: Collected

  func write(_ buffer: ByteBuffer) {
    collected.bytes.writeImmutableBuffer(buffer)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
