/// Splits a manifest into tokens: comments, strings and regular expressions are told from brackets.
///
/// Each byte is looked at once. What the Swift lexer would have to guess at, searching ahead for the
/// end of something that may have none, is refused, so that both see the same tokens.
struct ManifestLexer {
  let bytes: [UInt8]
  private(set) var offset = 0
  private(set) var previous: ManifestToken?
  private var interpolations: [Interpolation] = []

  /// The string whose interpolation has just ended.
  private var interrupted: StringDelimiter?

  /// An interpolation that has not ended yet.
  private struct Interpolation {
    let string: StringDelimiter
    var openParentheses = 0
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if byte(at: offset) == "#", byte(at: offset + 1) == "!" { skipLine() }
  }

  /// - Throws: The offset of a syntax error.
  mutating func next() throws(ManifestTextError) -> ManifestToken? {
    let end = offset
    var startsLine = end == 0
    if interrupted == nil { startsLine = try skipTrivia() || startsLine }
    let start = offset
    guard let first = byte(at: start) else {
      guard interpolations.isEmpty, interrupted == nil else {
        throw ManifestTextError.syntax(offset)
      }
      return nil
    }
    let kind = try scan(first, isBehindSpace: start > end || start == 0)
    let token = ManifestToken(kind: kind, range: start..<offset, startsLine: startsLine)
    previous = token
    return token
  }

  func text(of token: ManifestToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  func byte(at offset: Int) -> Unicode.Scalar? {
    offset < bytes.count ? Unicode.Scalar(bytes[offset]) : nil
  }

  mutating func advance(by count: Int = 1) {
    offset += count
  }

  private mutating func scan(
    _ first: Unicode.Scalar,
    isBehindSpace: Bool
  ) throws(ManifestTextError) -> ManifestToken.Kind {
    if let string = interrupted {
      interrupted = nil
      try scanString(string)
      return .literal
    }
    if first.isWordCharacter {
      return scanWord(first)
    }
    switch first {
    case "\"":
      try scanString(openString(pounds: 0))
      return .literal
    case "#":
      return try scanPounds()
    case "`":
      return try scanQuotedWord()
    case "(", "[", "{":
      advance()
      if first == "(", !interpolations.isEmpty {
        interpolations[interpolations.count - 1].openParentheses += 1
      }
      return .opener
    case ")", "]", "}":
      advance()
      if first == ")" { closeParenthesis() }
      return .closer
    case ",", ":", ";", "@", "\\":
      advance()
      return .punctuation
    case "." where byte(at: offset + 1) != ".":
      advance()
      return .punctuation
    case "/":
      return try scanSlash(isBehindSpace: isBehindSpace)
    default:
      try scanOperators()
      return .operators
    }
  }

  private mutating func closeParenthesis() {
    guard let last = interpolations.last else { return }
    interpolations[interpolations.count - 1].openParentheses -= 1
    guard last.openParentheses == 1 else { return }
    interrupted = interpolations.removeLast().string
  }

  private mutating func scanWord(_ first: Unicode.Scalar) -> ManifestToken.Kind {
    while let next = byte(at: offset), next.isWordCharacter { advance() }
    guard ("0"..."9").contains(first) else { return .word }
    // A fraction and an exponent's sign belong to the number.
    if byte(at: offset) == ".", let digit = byte(at: offset + 1), ("0"..."9").contains(digit) {
      advance()
      while let next = byte(at: offset), next.isWordCharacter { advance() }
    }
    return .number
  }

  private mutating func scanQuotedWord() throws(ManifestTextError) -> ManifestToken.Kind {
    advance()
    while let next = byte(at: offset), next.isWordCharacter { advance() }
    guard byte(at: offset) == "`" else { throw ManifestTextError.syntax(offset) }
    advance()
    return .word
  }

  /// Scans a string to its end or to its next interpolation.
  mutating func scanString(_ string: StringDelimiter) throws(ManifestTextError) {
    guard try skipText(of: string) == .interpolation else { return }
    interpolations.append(Interpolation(string: string))
  }

  /// - Returns: Whether a line has ended.
  private mutating func skipTrivia() throws(ManifestTextError) -> Bool {
    var sawNewline = false
    while let next = byte(at: offset) {
      switch next {
      case " ", "\t", "\u{B}", "\u{C}":
        advance()
      case "\n", "\r":
        guard isMultilineAllowed else { throw ManifestTextError.syntax(offset) }
        sawNewline = true
        advance()
      case "/" where byte(at: offset + 1) == "/":
        skipLine()
      case "/" where byte(at: offset + 1) == "*":
        try skipComment()
      default:
        return sawNewline
      }
    }
    return sawNewline
  }

  /// The interpolations of a string on one line are on that line.
  var isMultilineAllowed: Bool {
    interpolations.allSatisfy(\.string.isMultiline)
  }

  private mutating func skipLine() {
    while let next = byte(at: offset), next != "\n", next != "\r" { advance() }
  }

  private mutating func skipComment() throws(ManifestTextError) {
    var depth = 0
    repeat {
      switch (byte(at: offset), byte(at: offset + 1)) {
      case ("/", "*"):
        depth += 1
        advance(by: 2)
      case ("*", "/"):
        depth -= 1
        advance(by: 2)
      case (nil, _):
        throw ManifestTextError.syntax(offset)
      case ("\n", _) where !isMultilineAllowed, ("\r", _) where !isMultilineAllowed:
        throw ManifestTextError.syntax(offset)
      default:
        advance()
      }
    } while depth > 0
  }
}

extension Unicode.Scalar {
  /// Of an identifier, a keyword or a number; what is not ASCII counts as a letter.
  var isWordCharacter: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "\u{80}"...: true
    default: false
    }
  }
}
