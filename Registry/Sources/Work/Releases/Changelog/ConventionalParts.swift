/// The parts of a line `type(scope)!: text`.
///
/// By bytes: a release plan reads the messages of thousands of commits.
struct ConventionalParts: Hashable {
  /// In lower case.
  let type: String
  let scope: String?
  /// Whether it has the mark of a breaking change.
  let isMarked: Bool
  let text: String

  /// `nil` for a line of another form.
  init?(_ line: String) {
    var rest = line.utf8[...]
    let type = rest.prefix { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    guard !type.isEmpty else { return nil }
    rest = rest[type.endIndex...]
    var scope: String?
    if rest.first == UInt8(ascii: "(") {
      let inner = rest.dropFirst().prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: ")") }
      rest = rest[inner.endIndex...]
      guard rest.first == UInt8(ascii: ")") else { return nil }
      rest = rest.dropFirst()
      scope = inner.isEmpty ? nil : String(decoding: inner, as: UTF8.self)
    }
    let isMarked = rest.first == UInt8(ascii: "!")
    if isMarked { rest = rest.dropFirst() }
    guard rest.starts(with: ": ".utf8) else { return nil }
    let text = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
    guard !text.isEmpty else { return nil }
    self.type = String(decoding: type, as: UTF8.self).lowercased()
    self.scope = scope
    self.isMarked = isMarked
    self.text = String(decoding: text, as: UTF8.self)
  }
}
