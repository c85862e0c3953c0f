extension String {
  /// The text inside an element or an attribute of HTML, and of XML if it has no character that XML
  /// lacks.
  ///
  /// Byte by byte, since a mark that combines with a quote does not keep it from ending an attribute.
  package var escapedForHTML: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    Self.replaceDirectionControls(in: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text inside an element or an attribute of XML 1.0, without the characters that XML lacks.
  package var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{0}"..<"\t", "\u{B}", "\u{C}", "\u{E}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": continue
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text.escapedForHTML
  }

  /// The text with a replacement character for each control that shows text in another order than
  /// it has.
  ///
  /// In text that may come from anyone they make a word, a link or code look like another (Unicode
  /// Technical Report 36), and one that is not ended reaches beyond its own text.
  package var withoutDirectionControls: String {
    var bytes = Array(utf8)
    Self.replaceDirectionControls(in: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// U+202A to U+202E and U+2066 to U+2069, which have three bytes as the replacement has.
  private static func replaceDirectionControls(in bytes: inout [UInt8]) {
    guard bytes.count >= 3 else { return }
    for start in 0...(bytes.count - 3) where bytes[start] == 0xE2 {
      switch (bytes[start + 1], bytes[start + 2]) {
      case (0x80, 0xAA...0xAE), (0x81, 0xA6...0xA9):
        bytes.replaceSubrange(start..<(start + 3), with: "\u{FFFD}".utf8)
      default: continue
      }
    }
  }
}
