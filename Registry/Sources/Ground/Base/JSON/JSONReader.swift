import Versions

/// Reads JSON (RFC 8259) strictly, with the place of every value.
///
/// Beyond the grammar, it refuses duplicate keys, lone surrogates, more than ``maximumDepth``
/// levels, and conflict markers of a merge.
package struct JSONReader {
  /// The greatest number of nested arrays and objects.
  package static let maximumDepth = 64

  private let file: String
  /// The text in UTF-8.
  package let bytes: [UInt8]
  /// The offset of the next byte to read.
  package var index = 0
  private(set) var line: Int
  private(set) var path = JSONKeyPath.root

  /// Reads one value and nothing behind it; `line` is the number of the first line.
  package static func read(
    _ bytes: [UInt8],
    file: String,
    line: Int = 1
  ) throws(OperationError) -> JSONNode {
    var reader = JSONReader(bytes, file: file, line: line)
    try reader.checkEncoding()
    reader.skipSpace()
    let node = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.index == bytes.endIndex else { throw reader.unexpected("the end") }
    return node
  }

  private init(_ bytes: [UInt8], file: String, line: Int) {
    self.bytes = bytes
    self.file = file
    self.line = line
  }

  /// The next byte to read; `nil` at the end.
  package var next: UInt8? {
    index < bytes.endIndex ? bytes[index] : nil
  }

  private mutating func value(depth: Int) throws(OperationError) -> JSONNode {
    let isNested = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
    guard depth < Self.maximumDepth || !isNested else {
      throw failure("nested deeper than \(Self.maximumDepth) levels")
    }
    let (start, startLine) = (index, line)
    let content: JSONNode.Content =
      switch next {
      case UInt8(ascii: "{"): .object(try object(depth: depth))
      case UInt8(ascii: "["): .array(try array(depth: depth))
      case UInt8(ascii: "\""): .string(try string())
      case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")):
        .number(try number())
      case UInt8(ascii: "t"): try word("true", .bool(true))
      case UInt8(ascii: "f"): try word("false", .bool(false))
      case UInt8(ascii: "n"): try word("null", .null)
      default: throw unexpected("a value")
      }
    return JSONNode(content: content, line: startLine, range: start..<index)
  }

  private mutating func object(depth: Int) throws(OperationError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    var lines: [String: Int] = [:]
    index += 1
    skipSpace()
    if skip(UInt8(ascii: "}")) { return [] }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw unexpected("a key in double quotes") }
      let (keyStart, keyLine) = (index, line)
      let key = try string()
      path.steps.append(.member(key))
      if let first = lines.updateValue(keyLine, forKey: key) {
        throw failure(
          "duplicate key \(quoted(key)), first on line \(first)",
          code: .duplicateKey,
          line: keyLine
        )
      }
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { throw unexpected("':'") }
      skipSpace()
      let value = try value(depth: depth + 1)
      members.append(.init(key: key, keyLine: keyLine, keyStart: keyStart, value: value))
      path.steps.removeLast()
      skipSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw unexpected("',' or '}'") }
    return members
  }

  private mutating func array(depth: Int) throws(OperationError) -> [JSONNode] {
    var values: [JSONNode] = []
    index += 1
    skipSpace()
    if skip(UInt8(ascii: "]")) { return [] }
    repeat {
      skipSpace()
      path.steps.append(.element(values.count))
      values.append(try value(depth: depth + 1))
      path.steps.removeLast()
      skipSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw unexpected("',' or ']'") }
    return values
  }

  private mutating func word(
    _ word: StaticString,
    _ content: JSONNode.Content
  ) throws(OperationError) -> JSONNode.Content {
    let expected = word.withUTF8Buffer { unsafe Array($0) }
    guard bytes[index...].starts(with: expected) else { throw unexpected("'\(word)'") }
    index += expected.count
    return content
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, Self.isSpace(byte) {
      if byte == 0x0A { line += 1 }
      index += 1
    }
  }

  fileprivate static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private func checkEncoding() throws(OperationError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw failure("the file starts with a byte order mark", help: "save as UTF-8 without it")
    }
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let bad = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw failure("invalid UTF-8", help: "save the file as UTF-8", line: line + bad)
  }
}

extension JSONReader {
  /// Creates an error that is located at the current line and path.
  ///
  /// - Parameter line: The line in place of the current one.
  package func failure(
    _ message: String,
    help: String? = nil,
    code: OperationError.Code = .malformedJSON,
    line: Int? = nil
  ) -> OperationError {
    OperationError(code, message, help: help)
      .at(file: file, line: line ?? self.line, keyPath: path)
  }

  /// Creates an error that says what was expected, and what the text has there.
  ///
  /// - Parameter expected: The expected part with its article, such as `a value`.
  package func unexpected(_ expected: String) -> OperationError {
    let rest = bytes[index...]
    guard !rest.isEmpty else { return failure("expected \(expected), found the end") }
    let marks = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"]
    if marks.contains(where: { rest.starts(with: $0.utf8) }) {
      return failure("unresolved merge conflict", help: "resolve it", code: .mergeConflict)
    }
    if ["//", "/*", "#"].contains(where: { rest.starts(with: $0.utf8) }) {
      return failure(
        "expected \(expected), found a comment",
        help: "remove the comment: JSON has none"
      )
    }
    let character = String(decoding: rest.prefix(64), as: UTF8.self).prefix(1)
    return failure("expected \(expected), found \(quoted(character))", help: advice(expected))
  }

  /// On a comma that is missing, or that nothing follows.
  private func advice(_ expected: String) -> String? {
    let isEnd = next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
    if isEnd, bytes[..<index].last(where: { !Self.isSpace($0) }) == UInt8(ascii: ",") {
      return "remove the comma before it"
    }
    let isValue = ["\"", "{", "["].contains { next == $0.utf8.first }
    return isValue && expected.hasPrefix("','") ? "put a comma before it" : nil
  }
}

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

/// A JSON value with its place in the text.
package struct JSONNode: Sendable {
  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    /// The line of the key, counted from 1.
    package let keyLine: Int
    /// The offset of the key's opening quotation mark.
    package let keyStart: Int
    package let value: JSONNode
  }

  /// The content of a value; numbers are the digits of the text, and members are in its order.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  package let content: Content
  /// The line of the first byte, counted from 1.
  package let line: Int
  /// The offsets of the value's bytes in the text.
  package let range: Range<Int>

  /// The value without its places in the text.
  package var value: JSONValue {
    switch content {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let digits): .number(digits)
    case .string(let text): .string(text)
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members):
      .object(Dictionary(members.map { ($0.key, $0.value.value) }) { first, _ in first })
    }
  }

  /// The member that `keys` lead to.
  package func member(_ keys: [String]) -> Member? {
    var found: Member?
    for key in keys {
      guard case .object(let members) = (found?.value ?? self).content,
        let member = members.first(where: { $0.key == key })
      else { return nil }
      found = member
    }
    return found
  }

  /// The kind of value, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
