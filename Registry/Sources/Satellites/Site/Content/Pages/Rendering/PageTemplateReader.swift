/// Takes a template apart, line by line.
struct PageTemplateReader {
  private typealias Section = (name: String, isInverted: Bool, parts: [PageTemplate.Part])

  /// The sections that are not closed, from the outermost, behind what is in none.
  private var open: [Section] = [("", false, [])]

  /// - Parameter line: With the newline at its end, if it has one.
  mutating func read(_ line: Substring) throws(PageTemplateError) {
    if let tag = Self.tag(aloneOn: line) { return try add(tag: tag) }
    var rest = line
    while let start = rest.firstRange(of: "{{") {
      add(text: rest[..<start.lowerBound])
      let isHTML = rest[start.upperBound...].starts(with: "{")
      let closing = isHTML ? "}}}" : "}}"
      guard let end = rest[start.upperBound...].firstRange(of: closing) else {
        throw PageTemplateError(message: "'\(rest[start.lowerBound...])' has no '\(closing)'")
      }
      let tag = rest[start.upperBound..<end.lowerBound]
      if isHTML {
        add(.value(Self.path(tag.dropFirst()), isHTML: true))
      } else {
        try add(tag: tag)
      }
      rest = rest[end.upperBound...]
    }
    add(text: rest)
  }

  consuming func finish() throws(PageTemplateError) -> [PageTemplate.Part] {
    guard open.count == 1 else {
      throw PageTemplateError(message: "section '\(open[open.count - 1].name)' has no end")
    }
    return open[0].parts
  }

  private mutating func add(tag: Substring) throws(PageTemplateError) {
    let name = String(tag.dropFirst().drop { $0 == " " })
    switch tag.first {
    case "#": open.append((name, false, []))
    case "^": open.append((name, true, []))
    case "/":
      guard open.count > 1, let section = open.popLast(), section.name == name else {
        throw PageTemplateError(message: "'{{/\(name)}}' ends no section")
      }
      let path = Self.path(section.name[...])
      add(.section(path, isInverted: section.isInverted, section.parts))
    case ">": add(.template(name))
    default: add(.value(Self.path(tag), isHTML: false))
    }
  }

  private mutating func add(text: some StringProtocol) {
    if !text.isEmpty { add(.text(String(text))) }
  }

  private mutating func add(_ part: PageTemplate.Part) {
    open[open.count - 1].parts.append(part)
  }

  /// What is between the braces, if a line has nothing but the tag of a section or a template.
  private static func tag(aloneOn line: Substring) -> Substring? {
    let text = line.drop { $0 == " " }.prefix { $0 != "\n" }
    guard text.hasPrefix("{{"), let end = text.firstRange(of: "}}"), end.upperBound == text.endIndex
    else { return nil }
    let tag = text.dropFirst(2).dropLast(2)
    return tag.first.map { "#^/>".contains($0) } == true ? tag : nil
  }

  private static func path(_ name: Substring) -> PageTemplate.Path {
    name == "." ? [] : name.split(separator: ".").map(String.init)
  }
}

/// A template that cannot be read.
struct PageTemplateError: Error, Equatable {
  let message: String
}
