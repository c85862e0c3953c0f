/// A text with places for values, in the part of the Mustache language that the pages need.
///
/// `{{name}}` inserts a value as text, `{{{name}}}` one that is HTML already, and `{{> name}}` another
/// template. What is between `{{#name}}` and `{{/name}}` is repeated for each element of an array, and
/// left out for `nil` and `false`; what is between `{{^name}}` and `{{/name}}` is there in these cases
/// alone, and for an empty array. In a section, names are looked up in its value first, which is `.`
/// itself. A tag of a section or a template that is alone on its line takes the line with it.
struct PageTemplate: Sendable {
  indirect enum Part: Sendable {
    case text(String)
    case value(Path, isHTML: Bool)
    case section(Path, isInverted: Bool, [Part])
    case template(String)
  }

  /// The names of a value, from the outermost; none for `.`.
  typealias Path = [String]

  let parts: [Part]

  init(_ text: String) throws(PageTemplateError) {
    var reader = PageTemplateReader()
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(of: "\n").map(rest.index(after:)) ?? rest.endIndex
      try reader.read(rest[..<end])
      rest = rest[end...]
    }
    parts = try reader.finish()
  }
}

extension PageTemplate {
  /// - Parameters:
  ///   - value: Its stored properties have the names of the template.
  ///   - others: The templates that this one and they insert.
  func render(_ value: Any, with others: [String: PageTemplate]) -> String {
    var html = ""
    render(parts, for: [value], with: others, to: &html)
    return html
  }

  private func render(
    _ parts: [Part],
    for values: [Any],
    with others: [String: PageTemplate],
    to html: inout String
  ) {
    for part in parts {
      switch part {
      case .text(let text): html += text
      case .value(let path, let isHTML):
        guard let value = Self.value(at: path, in: values) else { continue }
        let text = String(describing: value)
        html += isHTML ? text : text.escapedForHTML
      case .section(let path, let isInverted, let content):
        let elements = Self.elements(of: Self.value(at: path, in: values), in: values)
        for element in isInverted ? (elements.isEmpty ? [values] : []) : elements {
          render(content, for: element, with: others, to: &html)
        }
      case .template(let name):
        guard let other = others[name] else {
          preconditionFailure("there is no template '\(name)', which another one inserts")
        }
        render(other.parts, for: values, with: others, to: &html)
      }
    }
  }

  /// What a section's content is rendered for, one after the other.
  private static func elements(of value: Any?, in values: [Any]) -> [[Any]] {
    switch value {
    case nil: []
    case let isShown as Bool: isShown ? [values] : []
    case let elements as [Any]: elements.map { values + [$0] }
    case .some(let value): [values + [value]]
    }
  }

  private static func value(at path: Path, in values: [Any]) -> Any? {
    guard let name = path.first else { return values.last }
    for value in values.reversed() {
      guard var found = member(name, of: value) else { continue }
      for name in path.dropFirst() { found = found.flatMap { member(name, of: $0) } ?? nil }
      return found
    }
    return nil
  }

  /// The stored property of a value, with its optional taken off; the outer one is `nil` if there is no
  /// such property.
  private static func member(_ name: String, of value: Any) -> Any?? {
    guard let child = Swift.Mirror(reflecting: value).children.first(where: { $0.label == name })
    else { return nil }
    let mirror = Swift.Mirror(reflecting: child.value)
    return .some(mirror.displayStyle == .optional ? mirror.children.first?.value : child.value)
  }
}

extension String {
  /// As text or an attribute of HTML.
  ///
  /// Byte by byte, since a mark that combines with a quote does not keep it from ending an attribute.
  var escapedForHTML: String {
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
    return String(decoding: bytes, as: UTF8.self)
  }
}
