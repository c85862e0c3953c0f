/// The part of YAML that the workflows use: mappings, lists, plain and quoted texts, and literal blocks.
///
/// Whatever it does not know is an error, so that no part of a file is passed over.
indirect enum SimpleYAML {
  case text(String)
  case list([SimpleYAML])
  case map([String: SimpleYAML])

  struct Failure: Error {
    let line: String
  }

  init(reading file: String) throws {
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    self = try Self.value(&lines, indent: 0)
    if let rest = Self.next(&lines) { throw Failure(line: rest) }
  }

  subscript(key: String) -> SimpleYAML? {
    if case .map(let members) = self { members[key] } else { nil }
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var items: [SimpleYAML] {
    if case .list(let items) = self { items } else { [] }
  }

  /// The members whose values are texts.
  var texts: [String: String] {
    if case .map(let members) = self { members.compactMapValues(\.text) } else { [:] }
  }

  /// The next line that says something.
  private static func next(_ lines: inout ArraySlice<String>) -> String? {
    while let line = lines.first {
      let text = line.drop { $0 == " " }
      if !text.isEmpty, !text.hasPrefix("#") { return line }
      lines.removeFirst()
    }
    return nil
  }

  private static func indent(of line: String) -> Int { line.prefix { $0 == " " }.count }

  private static func value(
    _ lines: inout ArraySlice<String>,
    indent: Int
  ) throws -> SimpleYAML {
    guard let first = next(&lines) else { return .text("") }
    return try first.dropFirst(indent).hasPrefix("- ")
      ? list(&lines, indent: indent) : map(&lines, indent: indent)
  }

  private static func list(
    _ lines: inout ArraySlice<String>,
    indent: Int
  ) throws -> SimpleYAML {
    var items: [SimpleYAML] = []
    while let line = next(&lines), self.indent(of: line) == indent,
      line.dropFirst(indent).hasPrefix("- ")
    {
      let rest = String(line.dropFirst(indent + 2))
      if rest.firstMatch(of: /^[A-Za-z_-]+:( |$)/) != nil {
        // A mapping whose first line stands behind the mark.
        lines[lines.startIndex] = String(repeating: " ", count: indent + 2) + rest
        items.append(try map(&lines, indent: indent + 2))
      } else {
        lines.removeFirst()
        items.append(try scalar(rest, &lines, indent: indent))
      }
    }
    return .list(items)
  }

  private static func map(
    _ lines: inout ArraySlice<String>,
    indent: Int
  ) throws -> SimpleYAML {
    var members: [String: SimpleYAML] = [:]
    while let line = next(&lines), self.indent(of: line) == indent {
      guard let match = line.wholeMatch(of: /\s*([A-Za-z_.-]+):(?: (.*))?/) else { break }
      let key = String(match.1)
      guard members[key] == nil else { throw Failure(line: line) }
      lines.removeFirst()
      if let rest = match.2 {
        members[key] = try scalar(String(rest), &lines, indent: indent)
      } else if let nested = next(&lines), self.indent(of: nested) > indent {
        members[key] = try value(&lines, indent: self.indent(of: nested))
      } else {
        members[key] = .text("")
      }
    }
    if let line = next(&lines), self.indent(of: line) > indent { throw Failure(line: line) }
    return .map(members)
  }

  private static func scalar(
    _ text: String,
    _ lines: inout ArraySlice<String>,
    indent: Int
  ) throws -> SimpleYAML {
    if text == "|" { return .text(block(&lines, below: indent)) }
    if let quoted = text.wholeMatch(of: /"([^"\\]*)"/) { return .text(String(quoted.1)) }
    guard let first = text.first, !"{[&*>|!%@`'\"".contains(first), !text.contains(" #"),
      !text.contains(": ")
    else { throw Failure(line: text) }
    return .text(text)
  }

  /// The lines that stand further in, without what all of them stand further in by.
  private static func block(_ lines: inout ArraySlice<String>, below indent: Int) -> String {
    var block: [String] = []
    while let line = lines.first, line.allSatisfy({ $0 == " " }) || self.indent(of: line) > indent {
      block.append(line)
      lines.removeFirst()
    }
    let own = block.filter { !$0.isEmpty }.map(Self.indent).min() ?? 0
    return block.map { String($0.dropFirst(own)) }.joined(separator: "\n")
  }
}
