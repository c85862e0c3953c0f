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
