import Base

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
