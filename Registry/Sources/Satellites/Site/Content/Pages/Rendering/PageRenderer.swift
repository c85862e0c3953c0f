import Base

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
