/// One key that was pressed, or one text that was pasted.
enum Key: Hashable, Sendable {
  /// A character that was typed, one Unicode scalar at a time.
  case character(Character)
  /// Text that was pasted as a whole.
  case paste(String)
  /// A letter, or one of `@[\]^_`, pressed together with Control; in lower case.
  case control(Character)
  case enter, tab, backTab, escape
  case backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
}

extension Key {
  /// Whether the key means to back out wherever it has no other meaning: Ctrl-C and Ctrl-D.
  var backsOut: Bool {
    self == .control("c") || self == .control("d")
  }
}
