import Inspection
import RegistryModel
import Versioning

/// The components that require a component.
struct WhyDocument: Document {
  struct Scaffold: Encodable {
    let name: String
    let pin: EncodedJSON?
    /// `nil` for the working tree.
    let release: String?
    let requiredBy: [Requirer]
    fileprivate let words: String?

    private enum CodingKeys: String, CodingKey {
      case name, pin, release, requiredBy
    }
  }

  struct Requirer: Encodable {
    let component: String
    let release: String
    let requirement: EncodedJSON
    /// From the pinned component to this one.
    let chain: [Link]
    fileprivate let words: String

    private enum CodingKeys: String, CodingKey {
      case component, release, requirement, chain
    }
  }

  struct Link: Encodable {
    let component: String
    let release: String
    let requirement: EncodedJSON
    fileprivate let words: String

    private enum CodingKeys: String, CodingKey {
      case component, release, requirement
    }
  }

  let component: String
  let scaffolds: [Scaffold]

  init(_ component: String, _ explanations: [Explanation]) {
    self.component = component
    scaffolds = explanations.map(Scaffold.init)
  }

  func text(style: Style, width: Int?) -> String {
    guard !scaffolds.isEmpty else { return "the manifest lists no app\n" }
    return scaffolds.map { $0.text(of: component, style: style) }.joined()
  }
}

extension WhyDocument.Scaffold {
  init(_ explanation: Explanation) {
    name = explanation.scaffold.text
    pin = explanation.pin.map { EncodedJSON($0.json) }
    release = explanation.release?.description
    requiredBy = explanation.requirers.map(WhyDocument.Requirer.init)
    words = explanation.pin?.description
  }

  fileprivate func text(of component: String, style: Style) -> String {
    let source = release.map { "\(component) \($0)" } ?? "the working tree of \(component)"
    var text = "\(style(.bold, name)) is built from \(style(.bold, source))\n"
    if let words { text += "  pinned: \(words)\n" }
    for requirer in requiredBy {
      text += "  required by \(requirer.component) \(requirer.release): \(requirer.words)\n"
      text += "    \(style(.dim, requirer.way))\n"
    }
    if words == nil, requiredBy.isEmpty { text += "  neither pinned nor required by a release\n" }
    return text
  }
}

extension WhyDocument.Requirer {
  fileprivate init(_ requirer: Explanation.Requirer) {
    component = requirer.name.text
    release = requirer.version.description
    requirement = EncodedJSON(requirer.requirement.json)
    chain = requirer.chain.map { link in
      WhyDocument.Link(
        component: link.name.text,
        release: link.version.description,
        requirement: EncodedJSON(link.requirement.json),
        words: link.requirement.description
      )
    }
    words = requirer.requirement.description
  }

  /// How a pin leads to it.
  fileprivate var way: String {
    let links = chain.map { "\($0.component) \($0.words)" }
    return "pinned: " + links.joined(separator: " → requires ")
  }
}
