/// The delimiters of a string literal.
struct StringDelimiter {
  let pounds: Int
  let isMultiline: Bool
}

extension ManifestLexer {
  enum StringStop {
    case end, interpolation
  }

  /// Steps over the quotes that open a string; the pounds before them are behind us.
  mutating func openString(pounds: Int) throws(ManifestTextError) -> StringDelimiter {
    advance()
    guard byte(at: offset) == "\"", byte(at: offset + 1) == "\"" else {
      return StringDelimiter(pounds: pounds, isMultiline: false)
    }
    advance(by: 2)
    while byte(at: offset) == " " || byte(at: offset) == "\t" { advance() }
    // Anything else is `#"""#`, a quote in quotes, or an error.
    guard byte(at: offset) == "\n" || byte(at: offset) == "\r" else {
      throw ManifestTextError.syntax(offset)
    }
    return StringDelimiter(pounds: pounds, isMultiline: true)
  }

  mutating func skipText(of string: StringDelimiter) throws(ManifestTextError) -> StringStop {
    while let next = byte(at: offset) {
      switch next {
      case "\"" where isClosed(string):
        advance(by: (string.isMultiline ? 3 : 1) + string.pounds)
        return .end
      case "\\" where hasPounds(string.pounds, at: offset + 1):
        advance(by: 1 + string.pounds)
        if byte(at: offset) == "(" { return .interpolation }
        // The character behind it, but a line's end, which is looked at next.
        if let escaped = byte(at: offset), escaped != "\n", escaped != "\r" { advance() }
      case "\n", "\r":
        guard string.isMultiline, isMultilineAllowed else { throw ManifestTextError.syntax(offset) }
        advance()
      case "\0":
        throw ManifestTextError.syntax(offset)
      default:
        advance()
      }
    }
    throw ManifestTextError.syntax(offset)
  }

  private func isClosed(_ string: StringDelimiter) -> Bool {
    guard string.isMultiline else { return hasPounds(string.pounds, at: offset + 1) }
    return byte(at: offset + 1) == "\"" && byte(at: offset + 2) == "\""
      && hasPounds(string.pounds, at: offset + 3)
  }

  private func hasPounds(_ count: Int, at offset: Int) -> Bool {
    (0..<count).allSatisfy { byte(at: offset + $0) == "#" }
  }

  /// A raw string, a regular expression between `#/` and `/#`, or a directive.
  mutating func scanPounds() throws(ManifestTextError) -> ManifestToken.Kind {
    var pounds = 0
    while byte(at: offset) == "#" {
      guard pounds < Self.greatestPounds else { throw ManifestTextError.syntax(offset) }
      pounds += 1
      advance()
    }
    switch byte(at: offset) {
    case "\"":
      let string = try openString(pounds: pounds)
      try scanString(string)
      return .literal
    case "/":
      try skipExtendedRegex(pounds: pounds)
      return .literal
    case let letter? where letter.isWordCharacter && pounds == 1:
      while let next = byte(at: offset), next.isWordCharacter { advance() }
      return .directive
    default:
      throw ManifestTextError.syntax(offset)
    }
  }

  private mutating func skipExtendedRegex(pounds: Int) throws(ManifestTextError) {
    advance()
    let isMultiline = isLineBlank
    guard !isMultiline || isMultilineAllowed else { throw ManifestTextError.syntax(offset) }
    while let next = byte(at: offset) {
      switch next {
      case "/" where hasPounds(pounds, at: offset + 1):
        advance(by: 1 + pounds)
        return
      case "\n" where !isMultiline, "\r" where !isMultiline, "\0":
        throw ManifestTextError.syntax(offset)
      case "\\" where byte(at: offset + 1) != "\n" && byte(at: offset + 1) != "\r":
        advance(by: 2)
      default:
        advance()
      }
    }
    throw ManifestTextError.syntax(offset)
  }

  private var isLineBlank: Bool {
    var end = offset
    while byte(at: end) == " " || byte(at: end) == "\t" { end += 1 }
    return byte(at: end) == "\n" || byte(at: end) == "\r"
  }

  private static let greatestPounds = 16
}
