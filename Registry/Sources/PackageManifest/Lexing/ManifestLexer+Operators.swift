extension ManifestLexer {
  /// A division; what may be a regular expression is refused, since only the parser knows its end.
  mutating func scanSlash(isBehindSpace: Bool) throws(ManifestTextError) -> ManifestToken.Kind {
    guard isBehindOperand, !isBehindSpace || byte(at: offset + 1)?.isSpace ?? true else {
      throw ManifestTextError.regularExpression(offset)
    }
    try scanOperators()
    return .operators
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
