/// The rules for file names that are valid on every system.
enum PortableName {
  /// On Windows, with anything behind a dot as well.
  private static let devices: Set<String> = {
    let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"]
    let ports = ["COM", "LPT"].flatMap { port in digits.map { port + $0 } }
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + ports)
  }()

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
    let stem = name.prefix { $0 != "." }.uppercased()
    let device = String(stem.reversed().drop { $0 == " " }.reversed())
    return devices.contains(device) ? "'\(device)' is a device on Windows" : nil
  }
}
