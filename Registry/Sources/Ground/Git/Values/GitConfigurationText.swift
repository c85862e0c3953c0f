/// The text of a file in the format of git's configuration, such as `.gitmodules`.
struct GitConfigurationText {
  struct Entry: Hashable {
    /// In lower case.
    let section: String
    /// `nil` for a section without one.
    let subsection: [UInt8]?
    /// In lower case.
    let key: String
    /// `nil` for a key without `=`.
    let value: [UInt8]?
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    rest = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
  }

  /// In their order; `nil` for a text that git cannot parse.
  var entries: [Entry]? {
    var text = self
    guard !rest.contains(0) else { return nil }
    var entries: [Entry] = []
    var section: (name: String, subsection: [UInt8]?)?
    while let byte = text.next() {
      switch byte {
      case let byte where byte.isSpace: continue
      case UInt8(ascii: "#"), UInt8(ascii: ";"): text.skipLine()
      case UInt8(ascii: "["):
        section = text.section()
        if section == nil { return nil }
      default:
        guard let section, byte.isLetter, let (key, value) = text.variable(byte) else { return nil }
        entries.append(
          Entry(section: section.name, subsection: section.subsection, key: key, value: value)
        )
      }
    }
    return entries
  }

  /// The next byte, with one for both ends of a line.
  private mutating func next() -> UInt8? {
    guard let byte = rest.popFirst() else { return nil }
    guard byte == 0x0D, rest.first == 0x0A else { return byte }
    return rest.popFirst()
  }

  private mutating func skipLine() {
    while let byte = next(), byte != 0x0A {}
  }

  /// Behind the bracket.
  ///
  /// A subsection is what follows the first dot: `[a "b"]` is `a.b`, and `[a.b]` is its old form.
  private mutating func section() -> (name: String, subsection: [UInt8]?)? {
    guard let text = sectionText() else { return nil }
    let name = text.prefix { $0 != UInt8(ascii: ".") }
    let isWhole = name.count == text.count
    return (Self.lowercased(name), isWhole ? nil : Array(text[(name.count + 1)...]))
  }

  private static func lowercased(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self).lowercased()
  }

  private mutating func sectionText() -> [UInt8]? {
    var name: [UInt8] = []
    while let byte = next() {
      switch byte {
      case UInt8(ascii: "]"): return name
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") { _ = next() }
        guard next() == UInt8(ascii: "\""), let subsection = subsection() else { return nil }
        return name + [UInt8(ascii: ".")] + subsection
      case let byte where byte.isOfKey || byte == UInt8(ascii: "."): name.append(byte)
      default: return nil
      }
    }
    return nil
  }

  /// Behind the quote, with the bracket at the end.
  private mutating func subsection() -> [UInt8]? {
    var text: [UInt8] = []
    while let byte = next() {
      switch byte {
      case 0x0A: return nil
      case UInt8(ascii: "\""):
        return next() == UInt8(ascii: "]") ? text : nil
      case UInt8(ascii: "\\"):
        guard let escaped = next(), escaped != 0x0A else { return nil }
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// - Parameter first: Of the key.
  private mutating func variable(_ first: UInt8) -> (key: String, value: [UInt8]?)? {
    var key = [first]
    while let byte = rest.first, byte.isOfKey {
      key.append(byte)
      rest.removeFirst()
    }
    let name = Self.lowercased(key)
    while rest.first == UInt8(ascii: " ") || rest.first == UInt8(ascii: "\t") { _ = next() }
    switch next() {
    case nil, 0x0A: return (name, nil)
    case UInt8(ascii: "="): return value().map { (name, $0) }
    default: return nil
    }
  }

  /// Up to the end of the line.
  private mutating func value() -> [UInt8]? {
    var text: [UInt8] = []
    /// The length without the spaces at the end.
    var length = 0
    var isQuoted = false
    while let byte = next(), byte != 0x0A || isQuoted {
      switch byte {
      case 0x0A: return nil
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "#") where !isQuoted, UInt8(ascii: ";") where !isQuoted:
        skipLine()
        return Array(text[..<length])
      case UInt8(ascii: "\\"):
        switch next() {
        case 0x0A: continue
        case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "n"): text.append(0x0A)
        case let byte? where byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\""):
          text.append(byte)
        default: return nil
        }
        length = text.count
      case let byte where byte.isSpace && !isQuoted:
        if !text.isEmpty { text.append(byte) }
      default:
        text.append(byte)
        length = text.count
      }
    }
    return isQuoted ? nil : Array(text[..<length])
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self }

  fileprivate var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 }

  fileprivate var isOfKey: Bool {
    isLetter || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self || self == UInt8(ascii: "-")
  }
}
