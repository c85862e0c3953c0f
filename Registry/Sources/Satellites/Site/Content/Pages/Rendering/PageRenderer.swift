import Base
import Model
import Sharing

/// Renders pages as HTML; all inserted values are escaped.
package struct PageRenderer: Sendable {
  package enum Template: String, CaseIterable {
    case home
    case component
    case graph
    case apps
    case interface
    case rules
    case problem

    fileprivate var text: String {
      switch self {
      case .home: HomeTemplate.text
      case .component: ComponentTemplate.text
      case .graph: GraphTemplate.text
      case .apps: AppsTemplate.text
      case .interface: InterfaceTemplate.text
      case .rules: RulesTemplate.text
      case .problem: ProblemTemplate.text
      }
    }
  }

  /// Changes with every template, so that cached pages of older templates are not used.
  package let fingerprint: String

  private let templates: [String: PageTemplate]

  package init() throws {
    let partials = [
      "head": FrameTemplates.head, "foot": FrameTemplates.foot, "search": FrameTemplates.search,
      "value": ComponentTemplate.value,
    ]
    let pages = Template.allCases.map { ($0.rawValue, $0.text) }
    let texts = partials.merging(pages) { $1 }
    templates = try texts.mapValues { try PageTemplate($0) }
    var hash = SHA256()
    for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
      hash.update(Array("\(name)\n\(text)".utf8))
    }
    hash.update(Array(StyleSheet.text.utf8))
    hash.update(Array(SearchScript.text.utf8))
    fingerprint = Hexadecimal.text(hash.finalize().prefix(6))
  }

  package func html(_ page: some Sendable, _ template: Template) -> String {
    guard let text = templates[template.rawValue] else {
      preconditionFailure("every template is there from the start")
    }
    return text.render(page, with: templates)
  }
}

/// The values of the head and foot of all pages.
struct PageFrame: Sendable {
  let title: String
  let scope: String
  let paths: PagePaths
  let home: String
  let graph: String
  let apps: String
  let icon: String
  let style: String
  /// What searches in a page that is a file.
  let script: String?
  /// The same as JSON.
  let json: String?
  /// The feed of all releases, and that of the page's component.
  let feed: String
  let ownFeed: String?
  let isServed: Bool
  let isHome: Bool
  let isGraph: Bool
  let isApps: Bool

  enum Place {
    case home
    case graph
    case apps
    case elsewhere
  }

  /// - Parameter ownFeed: The path of the component's feed.
  init(
    _ title: String,
    scope: String,
    paths: PagePaths,
    place: Place,
    json: String?,
    ownFeed: String? = nil
  ) {
    self.title = title
    self.scope = scope
    self.paths = paths
    home = paths.home
    graph = paths.graph
    apps = paths.apps
    icon = "\(paths.root)/icon.svg"
    style = "\(paths.root)/style.css?v=\(StyleSheet.fingerprint)"
    script =
      paths.isServed
      ? nil : "\(paths.root)/\(SearchScript.file)?v=\(SearchScript.fingerprint)"
    self.json = json.map { paths.root + $0 }
    feed = paths.feed
    self.ownFeed = ownFeed
    isServed = paths.isServed
    isHome = place == .home
    isGraph = place == .graph
    isApps = place == .apps
  }
}

/// Values in words, for pages.
enum Words {
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// - Parameter bytes: As programs count files: 1 KiB is 1,024 bytes.
  static func size(_ bytes: Int) -> String {
    if bytes < 1 << 10 { return count(bytes, "byte") }
    if bytes < 1 << 20 { return "\((bytes + 512) >> 10) KiB" }
    let tenths = (bytes * 10 + 1 << 19) >> 20
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  static func day(_ date: RecordDate) -> String {
    String(date.description.prefix(10))
  }
}

/// The commands that configure a package for a registry, for its pages.
struct ClientCommands {
  let address: String

  /// - Parameter subject: The scope or the package to use.
  func use(_ subject: String) -> String {
    // This machine's own registry needs no encryption.
    let isTrusted = (try? RegistryAddress(address)) != nil
    return "registry use \(address) \(subject)" + (isTrusted ? "" : Self.insecure)
  }

  func set(scope: String) -> String {
    "swift package-registry set --scope \(scope) \(address)"
      + (address.hasPrefix("http:") ? Self.insecure : "")
  }

  private static let insecure = " --allow-insecure-http"
}

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
