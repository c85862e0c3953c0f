import Errors

/// Refuses texts on which the Swift parser would run out of stack or time, before it sees them.
///
/// The parser looks ahead without a bound. To tell a type from an expression it reads what is in
/// brackets twice, so that each level of them doubles its time; it steps over the bodies of
/// conditions, closures and `#if` once for each level around them; and where words or signs follow
/// each other, it recurses once for each. So brackets have to match, all of this is counted as the
/// work that it makes, and the number that may follow each other is bounded. No manifest comes near
/// these bounds.
struct ParserGuard {
  static let greatestSize = 1 << 18

  /// In steps of the parser's lookahead, of which parsing a token takes four.
  static let greatestWork = 400_000

  private static let greatestDepth = 24
  private static let greatestRecursionCount = 1000

  private var lexer: ManifestLexer
  private var brackets = BracketStack()
  private(set) var work = 0

  /// How often the parser may recurse at most, whatever is between the tokens that cause it.
  private var recursionCount = 0

  /// - Throws: `malformed`.
  static func check(_ bytes: [UInt8]) throws(OperationError) {
    guard bytes.count <= greatestSize else {
      throw OperationError(
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
        throw OperationError(
          .malformed,
          "manifest too large or too deeply nested to be read",
          at: lines.position(at: offset),
          help: "move parts of it into separate constants"
        )
      }
    }
  }

  init(_ bytes: [UInt8]) {
    lexer = ManifestLexer(bytes)
  }

  mutating func run() throws(ManifestTextError) {
    while let token = try lexer.next() {
      let start = token.range.lowerBound
      let text = lexer.text(of: token)
      try brackets.take(token, text)
      recursionCount += Self.recursions(token, text)
      work += 4 + brackets.lookaheads
      guard work <= Self.greatestWork, brackets.depth <= Self.greatestDepth,
        recursionCount <= Self.greatestRecursionCount, !brackets.isTooLong
      else { throw .tooComplex(start) }
    }
    guard brackets.depth == 0 else { throw .syntax(lexer.offset) }
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

  /// Where a body is missing, the parser looks for it to the end of the text: such words weigh more.
  private static let recursiveWords = [
    "any": 1, "await": 1, "borrow": 1, "consume": 1, "copy": 1, "do": 1, "each": 1, "else": 1,
    "for": 1, "func": 1, "guard": 1, "if": 1, "inout": 1, "let": 1, "repeat": 1, "some": 1,
    "switch": 10, "precedencegroup": 100, "try": 1, "unsafe": 1, "var": 1, "while": 1,
  ]
}
