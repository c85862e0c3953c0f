extension JSONReader {
  /// Reads a string from its opening to behind its closing quote.
  package mutating func string() throws(OperationError) -> String {
    index += 1
    let start = index
    skipPlain()
    // Nearly all strings, of which logs have many.
    if next == UInt8(ascii: "\"") {
      defer { index += 1 }
      return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    var text = Array(bytes[start..<index])
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += try escape()
      case 0x00..<0x20:
        index -= 1
        throw failure("a string contains a line break or a control character", help: "escape it")
      default:
        text.append(byte)
      }
    }
    throw failure("unterminated string")
  }

  /// Goes to what may end a string or has to be looked at.
  private mutating func skipPlain() {
    index =
      bytes[index...].firstIndex {
        $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20
      } ?? bytes.endIndex
  }

  private mutating func escape() throws(OperationError) -> [UInt8] {
    guard let byte = next else { throw failure("unterminated string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try escapedScalar())).utf8)
    default:
      index -= 1
      throw unexpected("an escape sequence")
    }
  }

  private mutating func escapedScalar() throws(OperationError) -> Unicode.Scalar {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let isHigh = UTF16.isLeadSurrogate(UInt16(unit))
    guard isHigh, bytes[index...].starts(with: #"\u"#.utf8) else { throw loneSurrogate(unit) }
    index += 2
    let low = try codeUnit()
    guard UTF16.isTrailSurrogate(UInt16(low)),
      let scalar = Unicode.Scalar(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
    else { throw loneSurrogate(unit) }
    return scalar
  }

  private mutating func codeUnit() throws(OperationError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw unexpected("four hexadecimal digits")
      }
      unit = unit << 4 | UInt32(digit)
      index += 1
    }
    return unit
  }

  private func loneSurrogate(_ unit: UInt32) -> OperationError {
    failure(#"lone surrogate '\u\#(String(unit, radix: 16))'"#)
  }

  /// Reads a number of any size and gives its text.
  package mutating func number() throws(OperationError) -> String {
    let start = index
    skip("-")
    if !skip("0") { try digits() }
    if skip(".") { try digits() }
    if skip("e") || skip("E") {
      if !skip("+") { skip("-") }
      try digits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func digits() throws(OperationError) {
    let start = index
    while let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte { index += 1 }
    guard index > start else { throw unexpected("a digit") }
  }

  @discardableResult
  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard let byte = next, UInt32(byte) == scalar.value else { return false }
    index += 1
    return true
  }
}
