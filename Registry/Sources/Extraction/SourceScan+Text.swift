extension SourceScan {
  mutating func skipLine() {
    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
  }

  /// Comments may contain comments.
  mutating func skipComment() {
    var open = 0
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        open += 1
        offset += 2
      } else if bytes[offset] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        open -= 1
        offset += 2
        if open == 0 { return }
      } else {
        if bytes[offset] == UInt8(ascii: "\n") { line += 1 }
        offset += 1
      }
    }
  }

  /// A string at its first quote; what is interpolated is read like all else.
  mutating func skipString(pounds: Int) {
    let isLong = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"")
    let quotes = isLong ? 3 : 1
    offset += quotes
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\n") {
        // Not a string at all, such as a quote in a regular expression.
        if !isLong { return }
        line += 1
        offset += 1
      } else if byte == UInt8(ascii: "\\"), has(UInt8(ascii: "#"), pounds, from: offset + 1) {
        offset += 1 + pounds
        if offset < bytes.count, bytes[offset] == UInt8(ascii: "(") {
          readInterpolation()
        } else {
          offset += 1
        }
      } else if has(UInt8(ascii: "\""), quotes, from: offset),
        has(UInt8(ascii: "#"), pounds, from: offset + quotes)
      {
        offset += quotes + pounds
        return
      } else {
        offset += 1
      }
    }
  }

  private func has(_ byte: UInt8, _ count: Int, from start: Int) -> Bool {
    guard start + count <= bytes.count else { return false }
    return bytes[start..<(start + count)].allSatisfy { $0 == byte }
  }

  private mutating func readInterpolation() {
    var open = 0
    repeat {
      if bytes[offset] == UInt8(ascii: "(") { open += 1 }
      if bytes[offset] == UInt8(ascii: ")") { open -= 1 }
      if open == 0 {
        offset += 1
        return
      }
      step()
    } while offset < bytes.count
  }

  /// `#"…"#`, or a directive.
  mutating func readPounds() {
    var pounds = 0
    while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
    offset += pounds
    if peek(0) == UInt8(ascii: "\"") { return skipString(pounds: pounds) }
    let name = word()
    guard ["if", "elseif", "else", "endif"].contains(name) else { return }
    let start = offset
    skipLine()
    let condition = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch name {
    case "if": conditions.append(Self.modules(in: condition))
    case "elseif":
      if !conditions.isEmpty { conditions[conditions.count - 1] = Self.modules(in: condition) }
    case "else": if !conditions.isEmpty { conditions[conditions.count - 1] = [] }
    default: _ = conditions.popLast()
    }
  }

  /// As in `canImport(Menu) && os(Linux)`.
  private static func modules(in condition: String) -> Set<String> {
    Set(condition.matches(of: #/canImport\s*\(\s*(\w+)/#).map { String($0.output.1) })
  }
}
