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
