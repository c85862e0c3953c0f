/// An interface in parts that can each be parsed alone: what two states of a module have in common is
/// then parsed once.
package enum InterfaceParts {
  /// The parts of a text, which together are all of it.
  ///
  /// A part ends where a declaration with a body does, since that is a line of its own.
  package static func all(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var conditions = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      // The lines of a literal of several lines may be anything.
      if line.hasThreeQuotes { return [text[...]] }
      if line.starts(with: "#if ".utf8) { conditions += 1 }
      if line.starts(with: "#endif".utf8) { conditions -= 1 }
      guard line.elementsEqual("}".utf8), conditions == 0 else { continue }
      parts.append(text[start..<line.endIndex])
      start = line.endIndex
    }
    return start == text.endIndex ? parts : parts + [text[start...]]
  }
}

extension Substring.UTF8View {
  fileprivate var hasThreeQuotes: Bool {
    var quotes = 0
    for byte in self {
      quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
      if quotes == 3 { return true }
    }
    return false
  }
}

extension ModuleInterface {
  /// The interface of a module whose text was parsed in parts.
  package init(joining parts: [ModuleInterface], of name: String) {
    self.init(name: name)
    for part in parts {
      exports.formUnion(part.exports)
      imports.formUnion(part.imports)
      declarations += part.declarations
      conformances += part.conformances
    }
  }
}
