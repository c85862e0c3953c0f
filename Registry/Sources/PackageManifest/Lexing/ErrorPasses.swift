/// Counts what the parser can only take for errors, from each of which it may look ahead to the end of
/// the brackets around it for a place to go on.
struct ErrorPasses {
  private let closer: String

  /// Whether these are the braces of a type, where all is declarations.
  private let isTypeBody: Bool

  /// Whether the head of a type was seen, so that a body has to follow.
  private var awaitsBody = false

  /// Whether the bracket that was opened last is the body of a type.
  private(set) var opensTypeBody = false

  private var isDeclaration = false
  private var isImport = false

  /// The tokens since a declaration began; one with many of them has braces.
  private var length = 0

  /// The attributes that no declaration has followed yet.
  private var attributes = 0

  /// A place to go on is not always found at once.
  private static let perError = 2
  private static let perMissingBody = 20
  private static let greatestLength = 64

  init(closer: String, isTypeBody: Bool) {
    self.closer = closer
    self.isTypeBody = isTypeBody
  }

  /// - Returns: By how much the number of passes over what follows has changed.
  mutating func take(
    _ token: ManifestToken,
    _ text: String,
    after previous: BracketStack.Taken?
  ) -> Int {
    length += 1
    let excess = length > Self.greatestLength && (isTypeBody || awaitsBody) ? 1 : 0
    return excess + passes(of: token, text, after: previous)
  }

  private mutating func passes(
    of token: ManifestToken,
    _ text: String,
    after previous: BracketStack.Taken?
  ) -> Int {
    switch token.kind {
    case .word:
      return takeWord(token, text, after: previous)
    case .opener:
      opensTypeBody = awaitsBody && text == "{"
      if text == "{" {
        awaitsBody = false
        length = 0
        return 0
      }
      let isCall = previous?.token.kind == .word && attributes == 0
      return isCall && !isDeclaration && (isTypeBody || awaitsBody) ? Self.perError : 0
    case .punctuation where text == "@":
      attributes += 1
      return Self.perError
    default:
      return 0
    }
  }

  private mutating func takeWord(
    _ token: ManifestToken,
    _ text: String,
    after previous: BracketStack.Taken?
  ) -> Int {
    if Self.declarationWords.contains(text) {
      isDeclaration = true
      length = 0
      // What the attributes belong to was found.
      let passes = -attributes * Self.perError
      attributes = 0
      defer { isImport = text == "import" }
      // `import struct A.B`, `.class` and `protocol A: class` have no body.
      let isName = isImport || previous?.text == "." || previous?.text == ":"
      guard Self.typeWords.contains(text), !isName else { return passes }
      defer { awaitsBody = true }
      return passes + (awaitsBody ? Self.perMissingBody : 0)
    }
    if text == "throws" || text == "rethrows" { return Self.perError }
    guard isApart(token, text, after: previous) else { return 0 }
    isDeclaration = false
    // In round and square brackets, a comma is missing there.
    let isComma = (closer == ")" || closer == "]") && previous?.token.kind == .closer
    return isComma && !token.startsLine && attributes == 0 ? Self.perError : 0
  }

  /// Whether the word starts a statement or should.
  private func isApart(
    _ token: ManifestToken,
    _ text: String,
    after previous: BracketStack.Taken?
  ) -> Bool {
    switch previous?.token.kind {
    case .closer, .literal, .number: !Self.joiningWords.contains(text)
    case nil: true
    default: token.startsLine
    }
  }

  private static let typeWords: Set = ["actor", "class", "enum", "extension", "protocol", "struct"]

  private static let declarationWords: Set = [
    "actor", "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import",
    "init", "let", "operator", "precedencegroup", "protocol", "struct", "subscript", "typealias",
    "var",
  ]

  /// Those that may follow a value or a bracket.
  private static let joiningWords: Set = [
    "as", "async", "catch", "else", "in", "is", "rethrows", "throws", "where", "while",
  ]
}
