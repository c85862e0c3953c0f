extension Character {
  /// How many columns of a terminal the character takes: 0, 1 or 2.
  ///
  /// Emoji sequences count as one picture; any other cluster is as wide as its scalars together,
  /// which is what terminals draw for scripts whose letters join.
  var columns: Int {
    let scalars = unicodeScalars
    if scalars.contains(where: \.makesEmoji), scalars.first?.properties.isEmoji == true { return 2 }
    if scalars.allSatisfy(\.isRegionalIndicator) { return scalars.count }
    return min(2, scalars.reduce(0) { $0 + $1.columns })
  }
}

extension Unicode.Scalar {
  fileprivate var columns: Int {
    if value < 0x300 { return value < 0x20 || (0x7F..<0xA0).contains(value) ? 0 : 1 }
    if isZeroWidth { return 0 }
    return isWide ? 2 : 1
  }

  /// A variation selector, a skin tone or a keycap: what makes the cluster before it an emoji.
  fileprivate var makesEmoji: Bool {
    value == 0xFE0F || value == 0x20E3 || properties.isEmojiModifier
  }

  fileprivate var isRegionalIndicator: Bool {
    (0x1F1E6...0x1F1FF).contains(value)
  }

  private var isZeroWidth: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default:
      // The vowels and finals of Hangul syllables that are spelt out join the initial before them.
      (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value)
        || properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether UAX #11 calls the scalar wide or fullwidth.
  private var isWide: Bool {
    if value < 0x1100 { return false }
    if properties.isEmojiPresentation, !isRegionalIndicator { return true }
    return Self.wideBlocks.contains { $0.contains(value) }
  }

  /// The blocks in which every scalar is wide, emoji aside.
  private static let wideBlocks: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
    0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
    0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]
}
