/// Refuses texts on which the Swift parser would run out of stack or time.
///
/// The parser bounds its nesting only where it parses blocks and expressions. Looking ahead, and in
/// chains such as `if if if` or `let let let`, it recurses once a token, so that a few kilobytes
/// crash it. No manifest comes near these bounds; strings and comments count as well, since telling
/// them apart would take a parser.
enum ParserGuard {
  static let greatestSize = 1 << 20
  private static let greatestNesting = 200
  private static let greatestRecursionCount = 1000

  static func check(_ bytes: [UInt8]) throws(PackageManifestError) {
    guard bytes.count <= greatestSize else {
      throw PackageManifestError(
        .malformed,
        "manifest of \(bytes.count) bytes, expected at most \(greatestSize)"
      )
    }
    var nesting = 0
    var recursions = 0
    var wordStart: Int?
    for (index, byte) in bytes.enumerated() {
      if isLetter(byte) {
        wordStart = wordStart ?? index
        continue
      }
      if let start = wordStart, isRecursiveWord(bytes[start..<index]) { recursions += 1 }
      wordStart = nil
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        nesting += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        nesting = max(0, nesting - 1)
      case UInt8(ascii: "<"), UInt8(ascii: "?"), UInt8(ascii: "@"), UInt8(ascii: "#"),
        UInt8(ascii: "\\"):
        recursions += 1
      case UInt8(ascii: ">") where index > 0 && bytes[index - 1] == UInt8(ascii: "-"):
        recursions += 1
      default:
        break
      }
      guard nesting <= greatestNesting, recursions <= greatestRecursionCount else {
        throw PackageManifestError(.malformed, "manifest too deeply nested to be read")
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= byte
  }

  private static func isRecursiveWord(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= 7 && recursiveWords.contains(String(decoding: bytes, as: UTF8.self))
  }

  private static let recursiveWords: Set = [
    "any", "await", "borrow", "consume", "copy", "do", "each", "else", "for", "func", "guard", "if",
    "inout",
    "let", "repeat", "some", "switch", "try", "unsafe", "var", "while",
  ]
}
