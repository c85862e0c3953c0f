extension String {
  /// The text as one word of a shell, for the commands that messages tell people to type.
  ///
  /// Messages put commands in single quotes, so double quotes are preferred here.
  package var shellQuoted: String {
    if !isEmpty, utf8.allSatisfy(\.isPlainInShell) { return self }
    // An interactive shell replaces an exclamation mark in double quotes, whatever stands before it.
    let isLiteral = utf8.contains { $0 == UInt8(ascii: "!") || $0 < UInt8(ascii: " ") }
    if isLiteral { return "'" + replacing("'", with: #"'\''"#) + "'" }
    return "\"" + replacing(/["$`\\]/) { "\\" + $0.output } + "\""
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
