/// The rules for names that may be written to a disk: names that some file system would take for
/// another name are refused.
///
/// Git reads any tree; it checks names only when it writes files or builds an index. A tree from
/// elsewhere must therefore pass here before the first byte of it is written.
package enum TreeNameRules {
  /// The fault of a name, as the end of a sentence; `nil` if it may be written anywhere.
  package static func fault(in name: String) -> String? {
    if isOrdinary(name) { return nil }
    if name.isEmpty { return "a name is empty" }
    if name == "." || name == ".." { return "'\(name)' is not a name" }
    if name.utf8.count > 255 { return "a name has more than 255 bytes" }
    for scalar in name.unicodeScalars {
      switch scalar {
      case "/", "\\": return "'\(escaped(name))' contains the separator '\(scalar)'"
      case "\0"..."\u{1f}", "\u{7f}"..."\u{9f}":
        return "'\(escaped(name))' contains a control character"
      default: continue
      }
    }
    let plain = seenByFileSystems(name)
    if plain.isEmpty || plain == "." || plain == ".." {
      return "'\(escaped(name))' is '.' or '..' on some file systems"
    }
    if isGitDirectory(plain) { return "'\(escaped(name))' is reserved for git's own directory" }
    if name.utf8.firstRange(of: ":$".utf8) != nil {
      return "'\(escaped(name))' is a stream of another file on Windows"
    }
    return nil
  }

  /// The fault of a name that no git checks out, as the end of a sentence; `nil` if git does, which
  /// leaves it to the file system whether it can hold the name.
  package static func faultInGit(inBytes bytes: [UInt8]) -> String? {
    let name = String(decoding: bytes, as: UTF8.self)
    if isOrdinary(name) { return nil }
    if name.isEmpty { return "a name is empty" }
    if bytes.contains(UInt8(ascii: "/")) { return "'\(escaped(name))' contains the separator '/'" }
    let plain = seenByFileSystems(name)
    if plain == "." || plain == ".." { return "'\(escaped(name))' is not a name" }
    if isGitDirectory(plain) { return "'\(escaped(name))' is reserved for git's own directory" }
    return nil
  }

  /// The fault of a name in the bytes of a tree, as the end of a sentence; `nil` if it may be
  /// written anywhere.
  package static func fault(inBytes bytes: [UInt8]) -> String? {
    guard let name = String(validating: bytes, as: UTF8.self) else {
      return "'\(escaped(String(decoding: bytes, as: UTF8.self)))' is not UTF-8"
    }
    return fault(in: name)
  }

  /// Two names with equal keys are one file on some file system that folds case, normalises,
  /// skips invisible characters or drops trailing dots and spaces.
  ///
  /// Keys are compared as Swift compares strings, which is by canonical equivalence.
  package static func collisionKey(of name: String) -> String {
    // Upper case is what takes the letters of some alphabets for one; ordinary ones need it not.
    isOrdinary(name) ? name.lowercased() : seenByFileSystems(name).uppercased().lowercased()
  }

  /// Whether a name is like nearly all are, of which a large tree has many.
  static func isOrdinary(_ name: String) -> Bool {
    let bytes = name.utf8
    guard 1...255 ~= bytes.count, isPlain(name), let first = bytes.first else { return false }
    return first != UInt8(ascii: ".") && bytes.last != UInt8(ascii: ".")
  }

  /// HFS+ skips invisible characters; NTFS drops what follows a colon, then dots and spaces.
  static func seenByFileSystems(_ name: String) -> String {
    if isPlain(name), name.utf8.last != UInt8(ascii: ".") { return name }
    if name == "." || name == ".." { return name }
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      scalars.append(scalar)
    }
    let visible = String(scalars)
    if visible == "." || visible == ".." { return visible }
    let file = visible.unicodeScalars.prefix { $0 != ":" }
    let kept = file.reversed().drop { $0 == "." || $0 == " " }.reversed()
    return String(String.UnicodeScalarView(kept))
  }

  private static func isPlain(_ name: String) -> Bool {
    unsafe name.utf8.withContiguousStorageIfAvailable { unsafe $0.allSatisfy(isPlain) }
      ?? name.utf8.allSatisfy(isPlain)
  }

  /// Whether the byte is a character that every file system takes as it is, but for a trailing dot.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "@"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func isGitDirectory(_ name: String) -> Bool {
    let folded = name.lowercased()
    if folded == ".git" { return true }
    // The 8.3 alias that NTFS gives to `.git`.
    guard folded.hasPrefix("git~") else { return false }
    let number = folded.dropFirst(4)
    return !number.isEmpty && number.allSatisfy { ("0"..."9").contains($0) }
  }

  /// A name with its invisible characters made visible.
  package static func escaped(_ name: String) -> String {
    name.unicodeScalars.map { scalar in
      scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.generalCategory == .control
        ? scalar.escaped(asASCII: true) : String(scalar)
    }.joined()
  }

  /// Two names or paths that a person can tell apart: where two Unicode forms look the same, the
  /// characters beyond ASCII are their numbers, such as `\u{00E9}`.
  package static func distinct(_ first: String, _ second: String) -> (String, String) {
    let names = (escaped(first), escaped(second))
    if names.0 != names.1 { return names }
    let spelledOut = { (name: String) in
      name.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
    }
    return (spelledOut(first), spelledOut(second))
  }

  /// Names that no file has on Windows, not even with an extension.
  private static let devices: Set<String> = {
    let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"]
    let ports = ["COM", "LPT"].flatMap { port in digits.map { port + $0 } }
    return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + ports)
  }()

  /// The device that Windows takes a name for, such as `CON` for `con.swift`; `nil` if there is none.
  package static func device(named name: some StringProtocol) -> String? {
    // By scalars: a mark behind a dot would make another character of the two.
    let stem = name.unicodeScalars.prefix { $0 != "." }.reversed().drop { $0 == " " }.reversed()
    let device = String(String.UnicodeScalarView(stem)).uppercased()
    return devices.contains(device) ? device : nil
  }
}
