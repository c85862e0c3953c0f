/// A text in which `*` stands for any characters.
package struct WildcardPattern: Hashable, Sendable {
  package let text: String

  private let parts: [Substring]

  package init(_ text: String) {
    self.text = text
    parts = text.split(separator: "*", omittingEmptySubsequences: false)
  }

  /// Takes time of the order of text and pattern.
  package func matches(_ text: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else {
      return parts.first.map { $0 == text } ?? text.isEmpty
    }
    guard text.hasPrefix(first), text.hasSuffix(last), text.count >= first.count + last.count
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
