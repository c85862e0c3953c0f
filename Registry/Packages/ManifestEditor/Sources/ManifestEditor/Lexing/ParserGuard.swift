/// Refuses texts on which the Swift parser would run out of stack or time, before it sees them.
///
/// The parser looks ahead without a bound. To tell a type from an expression it reads what is in
/// brackets twice, so that each level of them doubles its time; it steps over the arguments of calls
/// and the bodies of conditions, closures and `#if` once for each level around them; and where words
/// or signs follow each other, it recurses once for each. So brackets have to match, all of this is
/// counted as the work that it makes, and the number that may follow each other is bounded. No
/// manifest comes near these bounds.
struct ParserGuard {
  private static let greatestSize = 1 << 18

  /// In steps of the parser's lookahead, of which parsing a token takes four.
  private static let greatestWork = 1_000_000

  /// With the file itself.
  private static let greatestDepth = 25
  private static let greatestPasses = 1 << 12
  private static let greatestRecursionCount = 1000

  private var lexer: ManifestLexer
  private var brackets = [Bracket(closer: "", passes: 1)]
  private var previous: (token: ManifestToken, text: String)?
  private var isBehindAttribute = false
  private var work = 0

  /// How often the parser may recurse at most, whatever is between the tokens that cause it.
  private var recursionCount = 0

  private struct Bracket {
    let closer: String
    /// How often the parser steps over what is in it.
    var passes: Int
    var row = TokenRow()
  }

  /// - Throws: `malformed`.
  static func check(_ bytes: [UInt8]) throws(ManifestError) {
    guard bytes.count <= greatestSize else {
      throw ManifestError(
        .malformed,
        "manifest of \(bytes.count) bytes, expected at most \(greatestSize)"
      )
    }
    var parserGuard = ParserGuard(bytes)
    do throws(ManifestTextError) {
      try parserGuard.run()
    } catch {
      let lines = LineTable(bytes)
      switch error {
      case .syntax(let offset):
        throw .syntaxError(at: lines.position(at: offset))
      case .tooComplex(let offset):
        throw ManifestError(
          .malformed,
          "manifest too large or too deeply nested to be read",
          at: lines.position(at: offset),
          help: "move parts of it into separate constants"
        )
      }
    }
  }

  private init(_ bytes: [UInt8]) {
    lexer = ManifestLexer(bytes)
  }

  private mutating func run() throws(ManifestTextError) {
    while let token = try lexer.next() {
      let start = token.range.lowerBound
      let text = lexer.text(of: token)
      try take(token, text)
      previous = (token, text)
      // What follows the name of an attribute belongs to it.
      isBehindAttribute =
        text == "@" || isBehindAttribute && (token.kind == .word || text == ".")
      recursionCount += Self.recursions(token, text)
      let bracket = brackets[brackets.count - 1]
      work += 4 + bracket.passes + bracket.row.count
      guard work <= Self.greatestWork, bracket.passes <= Self.greatestPasses,
        brackets.count <= Self.greatestDepth, !bracket.row.isTooLong,
        recursionCount <= Self.greatestRecursionCount
      else { throw .tooComplex(start) }
    }
    closeAngles()
    guard brackets.count == 1 else { throw .syntax(lexer.offset) }
  }

  private mutating func take(
    _ token: ManifestToken,
    _ text: String
  ) throws(ManifestTextError) {
    if token.kind != .closer { brackets[brackets.count - 1].row.take(token, text) }
    switch token.kind {
    case .opener where text == "{":
      closeAngles()
      open("}", isRead: true)
    case .opener:
      open(text == "(" ? ")" : "]", isRead: isCall)
    case .directive where text == "#if":
      open("#endif", isRead: true)
    case .directive where text == "#endif":
      try close(token, text)
    case .closer:
      try close(token, text)
    case .word where Self.statementWords.contains(text), .operators where text == "=":
      closeAngles()
    case .operators where text == "<":
      open(">", isRead: false)
    case .operators:
      for sign in text where sign == ">" && brackets.last?.closer == ">" { brackets.removeLast() }
    case .punctuation where text == "@":
      // For what an attribute belongs to, the parser may look to the end of the bracket.
      brackets[brackets.count - 1].passes += 2
    default:
      break
    }
  }

  /// - Parameter isRead: Whether what is in the bracket is stepped over once more, and not read twice.
  private mutating func open(_ closer: String, isRead: Bool) {
    let passes = brackets[brackets.count - 1].passes
    brackets.append(Bracket(closer: closer, passes: isRead ? passes + 1 : passes * 2))
  }

  private mutating func close(
    _ token: ManifestToken,
    _ text: String
  ) throws(ManifestTextError) {
    closeAngles()
    guard brackets.last?.closer == text else { throw .syntax(token.range.lowerBound) }
    brackets.removeLast()
  }

  /// Whether the bracket that comes belongs to the name before it.
  private var isCall: Bool {
    guard let previous, previous.token.kind == .word, !isBehindAttribute else { return false }
    return !ManifestToken.keywords.contains(previous.text)
      && !ManifestToken.contextualKeywords.contains(previous.text)
  }

  /// A `<` that nothing closed was an operator.
  private mutating func closeAngles() {
    while brackets.last?.closer == ">" { brackets.removeLast() }
  }

  private static func recursions(_ token: ManifestToken, _ text: String) -> Int {
    switch token.kind {
    case .directive: 1
    case .punctuation: text == "@" || text == "\\" ? 1 : 0
    case .operators: text == "->" ? 1 : text.count { "<?".contains($0) }
    case .word: recursiveWords[text] ?? 0
    case .number, .literal, .opener, .closer: 0
    }
  }

  /// Words that do not occur in a type.
  private static let statementWords: Set = [
    "case", "for", "func", "guard", "if", "import", "let", "return", "switch", "var", "while",
  ]

  /// Where a body is missing, the parser looks for it to the end of the text: such words weigh more.
  private static let recursiveWords = [
    "actor": 10, "any": 1, "await": 1, "borrow": 1, "class": 10, "consume": 1, "copy": 1, "do": 1,
    "each": 1, "else": 1, "enum": 10, "extension": 10, "for": 1, "func": 1, "guard": 1, "if": 1,
    "inout": 1, "let": 1, "precedencegroup": 100, "protocol": 10, "repeat": 1, "some": 1,
    "struct": 10, "switch": 10, "try": 1, "unsafe": 1, "var": 1, "while": 1,
  ]
}

/// Why a text is refused before the parser sees it, with the offset of the place in bytes.
enum ManifestTextError: Error {
  /// Not Swift: a string or a comment that does not end, brackets that do not match.
  case syntax(Int)

  /// Perhaps Swift, but more than the parser gets through.
  case tooComplex(Int)
}
