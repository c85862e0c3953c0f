/// The brackets around a token of a manifest, and how often the parser steps over it when it looks
/// ahead.
struct BracketStack {
  struct Taken {
    let token: ManifestToken
    let text: String
  }

  private var frames = [BracketFrame(closer: "", in: nil)]
  private var previous: Taken?
  private var isBehindAttribute = false

  /// Of brackets that need a closing one.
  private(set) var depth = 0

  /// How often the parser steps over the token that was taken last.
  var lookaheads: Int { top.lookaheads }

  var isTooLong: Bool { top.isTooLong }

  private var top: BracketFrame {
    get { frames[frames.count - 1] }
    _modify { yield &frames[frames.count - 1] }
  }

  mutating func take(_ token: ManifestToken, _ text: String) throws(ManifestTextError) {
    if token.kind != .closer { top.take(token, text, after: previous) }
    switch token.kind {
    case .opener:
      open(text)
    case .closer:
      endAngles()
      guard top.closer == text else { throw .syntax(token.range.lowerBound) }
      close()
    case .word:
      if top.closer == ">", previous?.text != ".",
        ManifestToken.statementWords.contains(text)
      {
        endType()
      }
    case .number:
      break
    case .literal:
      endType()
    case .directive:
      try takeDirective(token, text)
    case .punctuation:
      takePunctuation(text)
    case .operators:
      takeOperators(token, text)
    }
    // What follows the name of an attribute belongs to it.
    isBehindAttribute =
      text == "@" || isBehindAttribute && (token.kind == .word || text == ".")
    previous = Taken(token: token, text: text)
  }

  private mutating func open(_ opener: String) {
    let parent = top
    var frame = BracketFrame(
      closer: opener == "(" ? ")" : opener == "[" ? "]" : "}",
      in: parent
    )
    let isBody = opener == "{" || isBehindAttribute || previous?.text == "{"
    if parent.isDefaultValue || isBody { frame.passes += 1 + parent.lookaheads - parent.passes }
    if opener == "{" {
      endType()
    } else {
      frame.typeDepth =
        parent.isType && !parent.isDefaultValue && !isCall ? parent.typeDepth + 1 : 1
      if isCall { frame.typeDepth = 0 }
    }
    frames.append(frame)
    depth += 1
  }

  /// Whether the bracket that comes belongs to the name before it.
  private var isCall: Bool {
    guard let previous, previous.token.kind == .word, !isBehindAttribute else { return false }
    return !ManifestToken.keywords.contains(previous.text)
      && !ManifestToken.contextualKeywords.contains(previous.text)
  }

  private mutating func close() {
    frames.removeLast()
    depth -= 1
  }

  private mutating func takeDirective(
    _ token: ManifestToken,
    _ text: String
  ) throws(ManifestTextError) {
    endType()
    switch text {
    case "#if":
      var frame = BracketFrame(closer: "#endif", in: top)
      frame.passes += 1
      frames.append(frame)
      depth += 1
    case "#endif":
      guard top.closer == text else { throw .syntax(token.range.lowerBound) }
      close()
    default:
      break
    }
  }

  private mutating func takePunctuation(_ text: String) {
    switch text {
    case ",":
      top.isDefaultValue = false
      top.openTernaries = 0
      top.arrows = 0
    case ":":
      top.openTernaries = max(0, top.openTernaries - 1)
    case ";", "\\":
      endType()
    case ".":
      // Behind a type it names another; at the start of an expression it names a member.
      switch previous?.token.kind {
      case .word, .closer, .operators: break
      default: endType()
      }
    default:
      break
    }
  }

  private mutating func takeOperators(_ token: ManifestToken, _ text: String) {
    if text.allSatisfy({ ">?!".contains($0) }) {
      for sign in text {
        if sign == ">", top.closer == ">" { frames.removeLast() }
      }
      if text == "?", token.follows == .space { top.openTernaries += 1 }
      return
    }
    switch text {
    case "<":
      let parent = top
      var frame = BracketFrame(closer: ">", in: parent)
      frame.typeDepth = parent.isType ? parent.typeDepth + 1 : 1
      frames.append(frame)
    case "->":
      top.arrows += 1
    case "&", "...", "~", "-":
      break
    case "=":
      endAngles()
      if top.closer == ")" {
        top.isDefaultValue = true
      } else {
        endType()
      }
    default:
      endType()
    }
  }

  /// Notes that the innermost bracket holds no type, and that no `<` in it opens one.
  private mutating func endType() {
    endAngles()
    top.arrows = 0
    if !top.isDefaultValue { top.isType = false }
  }

  private mutating func endAngles() {
    while top.closer == ">" { frames.removeLast() }
  }
}
