extension String {
  /// The text as one word of a shell, for the commands that messages tell people to type.
  package var shellQuoted: String {
    let isPlain = !isEmpty && utf8.allSatisfy(\.isPlainInShell)
    return isPlain ? self : "'\(replacing("'", with: #"'\''"#))'"
  }
}

extension UInt8 {
  fileprivate var isPlainInShell: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "./_-@%+=:".utf8.contains(self)
    }
  }
}
