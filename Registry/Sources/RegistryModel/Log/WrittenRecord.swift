import Versioning

/// Reads records in their canonical form, without parsing them as JSON first.
///
/// It returns `nil` for any other text, valid or not: the reader of JSON reads that, or explains
/// the error.
struct WrittenRecord {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  private var next: UInt8? {
    position < bytes.endIndex ? bytes[position] : nil
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  /// Skips `text`, if it is next.
  mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard count <= bytes.endIndex - position else { return false }
    let isHere = text.withUTF8Buffer { text in
      for offset in text.indices where bytes[position + offset] != text[offset] { return false }
      return true
    }
    if isHere { position += count }
    return isHere
  }

  /// A string of ASCII characters that need no escape.
  mutating func string() -> String? {
    guard skip("\"") else { return nil }
    let start = position
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard 0x20..<0x7F ~= byte, byte != UInt8(ascii: "\\") else { return nil }
      position += 1
    }
    let text = bytes[start..<position]
    return skip("\"") ? String(decoding: text, as: UTF8.self) : nil
  }

  mutating func digit() -> Int? {
    guard let byte = next, UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
    position += 1
    return Int(byte - UInt8(ascii: "0"))
  }

  mutating func version() -> SemanticVersion? {
    string().flatMap { try? SemanticVersion($0) }
  }

  /// The next value, read as JSON.
  mutating func json() -> JSONField? {
    let start = position
    var depth = 0
    repeat {
      switch next {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""): skipString()
      case nil: return nil
      default: break
      }
      position += 1
    } while depth > 0
    return try? JSONField(reading: Array(bytes[start..<min(position, bytes.endIndex)]), file: "")
  }

  /// From an opening quote to the closing one.
  private mutating func skipString() {
    position += 1
    while let byte = next, byte != UInt8(ascii: "\"") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
  }

  mutating func requirements() -> [ComponentName: VersionRequirement]? {
    var requirements: [ComponentName: VersionRequirement] = [:]
    guard skip("{") else { return nil }
    while !skip("}") {
      guard requirements.isEmpty || skip(","),
        let name = string().flatMap({ try? ComponentName($0) }),
        skip(":"), let requirement = requirement(),
        requirements.updateValue(requirement, forKey: name) == nil
      else { return nil }
    }
    return requirements
  }

  private mutating func requirement() -> VersionRequirement? {
    var requirement: VersionRequirement?
    if skip(#"{"from":"#) {
      guard let lower = version() else { return nil }
      if skip(#","to":"#) {
        requirement = version().map { .range(from: lower, to: $0) }
      } else if skip(#","through":"#) {
        requirement = version().map { .closedRange(from: lower, through: $0) }
      } else {
        requirement = .from(lower)
      }
    } else if skip(#"{"upToNextMinorFrom":"#) {
      requirement = version().map { .upToNextMinor(from: $0) }
    } else {
      return version().map { .exact($0) }
    }
    guard skip("}") else { return nil }
    return try? requirement?.requireSatisfiable()
  }
}
