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
  /// Whether it is part of an identifier, a keyword or a number; a character outside of ASCII
  /// counts as a letter.
  var isWordCharacter: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "$", "\u{80}"...: true
    default: false
    }
  }
}

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

extension ManifestLexer {
  /// A division, or a regular expression between single slashes.
  ///
  /// Which of them it is depends on more than the text before it. Here it does not matter: what
  /// could be read in both ways is refused if there is a bracket or a quote in it.
  mutating func scanSlash(isBehindSpace: Bool) throws(ManifestTextError) -> ManifestToken.Kind {
    let next = byte(at: offset + 1)
    if isBehindOperand, !isBehindSpace || next?.isSpace ?? true {
      try scanOperators()
      return .operators
    }
    advance()
    guard let next, !next.isSpace else { throw ManifestTextError.syntax(offset) }
    while let next = byte(at: offset), next != "/" {
      switch next {
      case "\n", "\r", "\0", "(", ")", "[", "]", "{", "}", "\"", "'", "#", "`":
        throw ManifestTextError.syntax(offset)
      case "\\":
        throw ManifestTextError.syntax(offset)
      default:
        advance()
      }
    }
    advance()
    guard let end = byte(at: offset), end != "/", end != "*",
      !(byte(at: offset - 2)?.isSpace ?? true)
    else { throw ManifestTextError.syntax(offset) }
    return .literal
  }

  private var isBehindOperand: Bool {
    guard let previous else { return false }
    switch previous.kind {
    case .word: return !ManifestToken.keywords.contains(text(of: previous))
    case .number, .literal: return true
    case .closer: return byte(at: previous.range.lowerBound) != "}"
    case .opener, .directive, .punctuation, .operators: return false
    }
  }

  mutating func scanOperators() throws(ManifestTextError) {
    let start = offset
    let startsWithPeriod = byte(at: start) == "."
    while let next = byte(at: offset), next.isOperatorCharacter || startsWithPeriod && next == "." {
      let following = byte(at: offset + 1)
      if next == "/", offset > start {
        // A comment starts in the midst of operators; a regular expression does not.
        guard following == "/" || following == "*" else { throw ManifestTextError.syntax(offset) }
        break
      }
      if next == "<", following == "#" { throw ManifestTextError.syntax(offset) }
      advance()
    }
    // Several types may end behind a name; else what is longer is the mark of a merge.
    let isBehindName = start > 0 && byte(at: start - 1)?.isWordCharacter ?? false
    guard (1...(isBehindName ? 6 : 3)).contains(offset - start) else {
      throw ManifestTextError.syntax(start)
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isOperatorCharacter: Bool {
    switch self {
    case "/", "=", "-", "+", "!", "*", "%", "<", ">", "&", "|", "^", "~", "?": true
    default: false
    }
  }

  fileprivate var isSpace: Bool {
    self == " " || self == "\t" || self == "\n" || self == "\r"
  }
}

/// A piece of a manifest's text as far as ``ParserGuard`` tells them apart.
struct ManifestToken {
  enum Kind {
    /// An identifier or a keyword.
    case word
    case number

    /// A regular expression, or the part of a string up to its end or to an interpolation.
    case literal

    /// `(`, `[` or `{`.
    case opener

    /// `)`, `]` or `}`.
    case closer

    /// `#if`, `#available` and others.
    case directive

    /// One of `, : ; . @ \`.
    case punctuation

    /// One or more characters of operators, `?`, `!`, `<` and `->` among them.
    case operators
  }

  let kind: Kind

  /// In bytes of the manifest.
  let range: Range<Int>
  let startsLine: Bool
}

extension ManifestToken {
  /// The words that are keywords wherever they are, except those that are values.
  static let keywords: Set = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "fileprivate", "for", "func",
    "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "operator",
    "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "static",
    "struct", "subscript", "switch", "throw", "throws", "try", "typealias", "var", "where", "while",
  ]

  /// Keywords only where the grammar has a place for them.
  static let contextualKeywords: Set = [
    "__owned", "__shared", "_const", "_local", "actor", "any", "async", "await", "borrow",
    "borrowing", "consume", "consuming", "convenience", "copy", "dependsOn", "didSet", "discard",
    "distributed", "dynamic", "each", "final", "get", "indirect", "infix", "isolated", "lazy",
    "macro", "module", "mutating", "nonisolated", "nonmutating", "of", "open", "optional",
    "override", "package", "postfix", "prefix", "reasync", "required", "scoped", "sending", "set",
    "some", "then", "unowned", "unsafe", "using", "weak", "willSet", "yield",
  ]
}

/// The words that follow each other, such as modifiers, `try await` and effects: before each, the
/// parser looks ahead over all that follow.
struct TokenRow {
  private(set) var count = 0
  private var wasPlain = false

  private static let greatestCount = 32

  var isTooLong: Bool { count > Self.greatestCount }

  /// Takes a token outside of round and square brackets: `unowned(safe)` is a word, and `@a(1)`.
  mutating func take(_ token: ManifestToken, _ text: String) {
    switch token.kind {
    case .word:
      // A declaration that ended with a name is followed by the next one.
      if token.startsLine && wasPlain { count = 0 }
      count += 1
      wasPlain =
        !ManifestToken.keywords.contains(text) && !ManifestToken.contextualKeywords.contains(text)
    case .opener where text != "{", .punctuation where text == "@":
      break
    default:
      count = 0
    }
  }
}
