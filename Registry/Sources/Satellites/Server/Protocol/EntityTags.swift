import Base
import HTTPTypes
import Hummingbird

/// The tags of an If-None-Match header (RFC 9110, 13.1.2), compared by the weak comparison.
struct EntityTags {
  private let tags: [String]

  /// `nil` if there is no such header.
  init?(_ header: String?) {
    guard let header else { return nil }
    tags = header.split(separator: ",").map { tag in
      let tag = tag.trimmed
      return tag.hasPrefix("W/") ? String(tag.dropFirst(2)) : tag
    }
  }

  func contains(_ tag: String) -> Bool {
    tags.contains(tag) || tags == ["*"]
  }

  /// The tag of a computed text.
  static func tag(of text: [UInt8]) -> String {
    "\"\(Hexadecimal.text(SHA256.digest(of: text).prefix(16)))\""
  }
}

/// Answers 304 without a body if the client already has the current content (RFC 9110, 13.1.2).
struct ConditionalMiddleware<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard request.method == .get || request.method == .head, response.status == .ok,
      let tag = response.headers[.eTag],
      EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true
    else { return response }
    for field in [.contentDisposition, .contentLength, .contentType] as [HTTPField.Name] {
      response.headers[field] = nil
    }
    return Response(status: .notModified, headers: response.headers)
  }
}

/// The one range of a Range header (RFC 9110, 14.2) that is answered with a part.
enum ByteRange: Equatable {
  /// Also for several ranges, and for an invalid header, which is ignored.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  init(_ header: String?, size: Int) {
    guard let header, header.lowercased().hasPrefix("bytes=") else {
      self = .whole
      return
    }
    let ends = header.dropFirst("bytes=".count).trimmed
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy(Self.isNumber) else {
      self = .whole
      return
    }
    // A number that overflows is greater than any size.
    let (first, last) = (Int(ends[0]) ?? Int.max, Int(ends[1]) ?? Int.max)
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): self = .whole
    case (true, false):
      self = last == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - last)..<size)
    case (false, true): self = first < size ? .part(first..<size) : .unsatisfiable
    case (false, false) where last < first: self = .whole
    case (false, false):
      self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
