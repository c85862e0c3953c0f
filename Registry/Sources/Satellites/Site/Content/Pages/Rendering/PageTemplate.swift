import Base

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
    render(parts, in: Scope(value, in: nil), with: others, to: &html)
    return html
  }

  private func render(
    _ parts: [Part],
    in scope: Scope,
    with others: [String: PageTemplate],
    to html: inout String
  ) {
    for part in parts {
      switch part {
      case .text(let text): html += text
      case .value(let path, let isHTML):
        guard let value = scope.value(at: path) else { continue }
        let text = value as? String ?? String(describing: value)
        html += isHTML ? text : text.escapedForHTML
      case .section(let path, let isInverted, let content):
        let inner = scope.inner(of: scope.value(at: path))
        for scope in isInverted ? (inner.isEmpty ? [scope] : []) : inner {
          render(content, in: scope, with: others, to: &html)
        }
      case .template(let name):
        guard let other = others[name] else {
          preconditionFailure("there is no template '\(name)', which another one inserts")
        }
        render(other.parts, in: scope, with: others, to: &html)
      }
    }
  }

  /// A value whose properties a template names, inside of another one.
  private final class Scope {
    private let value: Any
    private let outer: Scope?
    /// Its stored properties, their optionals taken off.
    private lazy var members = Swift.Mirror(reflecting: value).children
      .reduce(into: [String: Any?]()) { members, child in
        guard let name = child.label else { return }
        let mirror = Swift.Mirror(reflecting: child.value)
        members[name] = .some(
          mirror.displayStyle == .optional ? mirror.children.first?.value : child.value
        )
      }

    init(_ value: Any, in outer: Scope?) {
      (self.value, self.outer) = (value, outer)
    }

    func value(at path: Path) -> Any? {
      guard let name = path.first else { return value }
      guard let member = members[name] else { return outer?.value(at: path) }
      return path.dropFirst().reduce(member) { value, name in
        value.flatMap { Scope($0, in: nil).members[name] ?? nil }
      }
    }

    /// What a section's content is rendered in, one after the other.
    func inner(of value: Any?) -> [Scope] {
      switch value {
      case nil: []
      case let isShown as Bool: isShown ? [self] : []
      case let elements as [Any]: elements.map { Scope($0, in: self) }
      case .some(let value): [Scope(value, in: self)]
      }
    }
  }
}
