import Git

/// The rules for file names that are valid on every system.
enum PortableName {
  /// What is wrong with a name, as the end of a sentence; `nil` if nothing is.
  static func fault(in name: Substring) -> String? {
    if name.isEmpty { return "a name is empty" }
    if name == "." || name == ".." { return "'\(name)' is not a name" }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}": return "a name contains a control character"
      case "\\", "<", ">", ":", "\"", "|", "?", "*":
        return "names cannot contain '\(scalar)' on Windows"
      default: continue
      }
    }
    if name.utf8.last == UInt8(ascii: ".") || name.utf8.last == UInt8(ascii: " ") {
      return "no name can end in '\(name.suffix(1))' on Windows"
    }
    return TreeNameRules.device(named: name).map { "'\($0)' is a device on Windows" }
  }
}
