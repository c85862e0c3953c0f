/// The text of commits and tags, which may be in another encoding than UTF-8.
///
/// The encodings that a commit names and that are known here are ISO-8859-1, which is read as
/// windows-1252 as its larger form, and ISO-8859-15. All other text that is not UTF-8 is read as
/// windows-1252 too, where each byte is a character of its own: what was probably meant, and in no
/// case are two different texts the same. The system's converters are not asked: which of them
/// runs would be the choice of the commit's author, and the answer would differ between systems.
enum RecordedText {
  /// - Parameter encoding: What the commit says; `nil` for UTF-8.
  static func decode(
    _ text: UnsafePointer<CChar>,
    encoding: UnsafePointer<CChar>? = nil
  ) -> String {
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length(text))
    let name = unsafe encoding.map { unsafe String(cString: $0).lowercased() }
    switch name {
    case "iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "cp1252":
      return unsafe String(decodingBytes: bytes, by: windows1252)
    case "iso-8859-15", "iso8859-15", "latin9", "latin-9":
      return unsafe String(decodingBytes: bytes) { latin9[$0] ?? Unicode.Scalar($0) }
    default:
      return unsafe String(validating: bytes, as: UTF8.self)
        ?? String(decodingBytes: bytes, by: windows1252)
    }
  }

  private static func length(_ text: UnsafePointer<CChar>) -> Int {
    var count = 0
    while unsafe text[count] != 0 { count += 1 }
    return count
  }

  private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
    0x80...0x9F ~= byte ? marks[Int(byte - 0x80)] : Unicode.Scalar(byte)
  }

  /// Of the bytes from 0x80 to 0x9F; those that windows-1252 has no character for are kept,
  /// as in browsers.
  private static let marks = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars
  )

  /// Where ISO-8859-15 differs from ISO-8859-1.
  private static let latin9: [UInt8: Unicode.Scalar] = [
    0xA4: "€", 0xA6: "Š", 0xA8: "š", 0xB4: "Ž", 0xB8: "ž", 0xBC: "Œ", 0xBD: "œ", 0xBE: "Ÿ",
  ]
}

extension String {
  fileprivate init(
    decodingBytes bytes: UnsafeRawBufferPointer,
    by scalar: (UInt8) -> Unicode.Scalar
  ) {
    self.init(String.UnicodeScalarView(unsafe bytes.map(scalar)))
  }
}
