/// The declarations and macros in C headers, as their text without comments and line breaks.
struct HeaderDeclarations {
  private(set) var items: Set<String> = []

  init(_ text: String) {
    var item = ""
    var depth = 0
    for line in Self.logicalLines(of: Self.withoutComments(text)) {
      if line.hasPrefix("#") {
        // Conditions are not evaluated: what is declared under any of them counts.
        if line.hasPrefix("#define") || line.hasPrefix("#undef") { items.insert(line) }
        continue
      }
      for character in line + " " {
        switch character {
        case "{":
          // `extern "C" {` is around declarations.
          if item.trimmed == "extern \"C\"" { item = ""; continue }
          depth += 1
          item.append(character)
        case "}":
          if depth == 0 { item = ""; continue }
          depth -= 1
          item.append(character)
          if depth == 0, let signature = Self.signature(of: item) {
            add(signature)
            item = ""
          }
        case ";" where depth == 0:
          add(item)
          item = ""
        default: item.append(character)
        }
      }
    }
  }

  private mutating func add(_ item: String) {
    let text = item.trimmed
    if !text.isEmpty { items.insert(text) }
  }

  /// What is before the body of a function; `nil` for other braces.
  private static func signature(of item: String) -> String? {
    let head = item.prefix { $0 != "{" }
    let words = head.split(whereSeparator: \.isWhitespace)
    let isType = words.contains { ["struct", "enum", "union", "typedef"].contains($0) }
    return head.contains("(") && !head.contains("=") && !(isType && !head.trimmed.hasSuffix(")"))
      ? String(head) : nil
  }

  private static func logicalLines(of text: String) -> [String] {
    text.replacing("\\\n", with: " ").split(whereSeparator: \.isNewline).map { String($0).trimmed }
      .map { $0.hasPrefix("#") ? $0.replacing(/^#\s+/, with: "#") : $0 }
  }

  private static func withoutComments(_ text: String) -> String {
    text.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: " ").replacing(/\/\/[^\n]*/, with: "")
  }
}

extension StringProtocol {
  /// With single spaces, and none around.
  fileprivate var trimmed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension InterfaceDifference {
  /// Compares the public headers of a C module as text.
  package init(ofHeadersFrom old: String, to new: String, module: String) {
    let (before, after) = (HeaderDeclarations(old).items, HeaderDeclarations(new).items)
    let change = { (rule: Rule, item: String, words: String) in
      let name = item.count > 60 ? item.prefix(57) + "..." : item[...]
      return InterfaceChange(
        rule,
        module: module,
        declaration: String(name),
        words: "'\(name)' \(words)"
      )
    }
    self.init(
      before.subtracting(after).map { change(.headerChanged, $0, "is no longer in the headers") }
        + after.subtracting(before).map { change(.headerExtended, $0, "was added to the headers") }
    )
  }
}
