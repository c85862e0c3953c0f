/// How a piece of text is drawn.
struct Style: Hashable, Sendable {
  /// The letters' colour; nil for the terminal's own.
  var foreground: Colour?
  /// The colour behind the letters; nil for the terminal's own.
  var background: Colour?
  /// Heavier than the text around it.
  var isBold: Bool
  /// Lighter than the text around it.
  var isFaint: Bool

  /// Makes a style.
  init(
    foreground: Colour? = nil,
    background: Colour? = nil,
    isBold: Bool = false,
    isFaint: Bool = false
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isFaint = isFaint
  }

  /// Nothing in particular.
  static let plain = Style()
}

extension Style {
  /// `text`, which must be printable, in this style as far as `depth` knows it.
  func rendering(_ text: String, at depth: ColourDepth) -> String {
    guard depth > .none else { return text }
    var codes: [String] = []
    if isBold { codes.append("1") }
    if isFaint { codes.append("2") }
    if let code = foreground?.code(at: depth, isBackground: false) { codes.append(code) }
    if let code = background?.code(at: depth, isBackground: true) { codes.append(code) }
    guard !codes.isEmpty else { return text }
    return "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
