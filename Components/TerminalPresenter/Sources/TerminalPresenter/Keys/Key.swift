/// One key that was pressed, or one text that was pasted.
enum Key: Hashable, Sendable {
  /// A character that was typed, one Unicode scalar at a time.
  case character(Character)
  case paste(String)
  /// A letter, or one of `@[\]^_`, pressed together with Control; in lower case.
  case control(Character)
  case enter, tab, backTab, escape
  case backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown

  /// Whether the key means to back out wherever it has no other meaning: Ctrl-C and Ctrl-D.
  var backsOut: Bool {
    self == .control("c") || self == .control("d")
  }
}

/// What the escape sequences of terminals mean: xterm's, and the variants of VT220, rxvt and the
/// Linux console.
enum EscapeSequence {
  static let pasteEnd = Array("\u{1B}[201~".utf8)

  static func beginsPaste(_ parameters: [UInt8], final: UInt8) -> Bool {
    final == UInt8(ascii: "~") && parameters.elementsEqual("200".utf8)
  }

  /// The key of `CSI parameters final`; modifiers such as Shift make no difference.
  static func key(_ parameters: [UInt8], final: UInt8) -> Key? {
    guard parameters.allSatisfy(isDigitOrSeparator) else { return nil }
    switch final {
    case UInt8(ascii: "Z"): return .backTab
    case UInt8(ascii: "~"):
      let first = parameters.prefix { $0 != UInt8(ascii: ";") }
      return editingKey(String(decoding: first, as: UTF8.self))
    default: return cursorKey(final)
    }
  }

  /// The key of `SS3 final`: cursor keys in application mode, Enter on the number pad.
  static func applicationKey(_ final: UInt8) -> Key? {
    final == UInt8(ascii: "M") ? .enter : cursorKey(final)
  }

  private static func cursorKey(_ final: UInt8) -> Key? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "H"): .home
    default: nil
    }
  }

  private static func editingKey(_ number: String) -> Key? {
    switch number {
    case "1", "7": .home
    case "3": .delete
    case "4", "8": .end
    case "5": .pageUp
    case "6": .pageDown
    default: nil
    }
  }

  private static func isDigitOrSeparator(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: ";")).contains(byte)
  }
}
