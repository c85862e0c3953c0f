import Git
import ManifestEditor
import Model
import Versions

/// What the page of a component shows of one of its releases.
struct ReleaseView: Sendable {
  let version: String
  let description: String?
  /// Finished HTML.
  let readme: String?
  /// Why there is no README, in words.
  let noReadme: String?
  let facts: [Fact]
  let products: [ProductView]
  let hasProducts: Bool
  let dependencies: [Value]
  let hasDependencies: Bool
  let documentation: String?
  let interface: String?
  /// The command after which documentation and public API are known.
  let documenting: String
  let isDocumented: Bool

  /// A line of the list of facts.
  struct Fact: Sendable {
    let title: String
    let values: [Value]
  }

  struct Value: Sendable {
    let text: String
    var path: String?
    var detail: String?
    var isCode = false
  }

  struct ProductView: Sendable {
    let name: String
    let kind: String
    let targets: String
  }

  init(_ facts: ReleaseFacts, _ history: ComponentHistory, _ paths: PagePaths) {
    let (scope, name, release) = (history.scope, history.name, facts.release)
    version = release.version.description
    description = facts.description
    switch facts.readme {
    case .missing: (readme, noReadme) = (nil, "This release has no README.")
    case .html(let html): (readme, noReadme) = (html, nil)
    case .unreadable(let words): (readme, noReadme) = (nil, words)
    }
    self.facts = facts.lines(paths.archive(scope, name, release.version), of: name)
    products = (facts.contents?.products ?? []).map { product in
      ProductView(
        name: product.name,
        kind: product.kind.rawValue,
        targets: product.targets.joined(separator: ", ")
      )
    }
    hasProducts = !products.isEmpty
    let components = release.requires.sorted { $0.key < $1.key }.map { other, requirement in
      Value(
        text: other.text,
        path: paths.component(scope, other),
        detail: requirement.description
      )
    }
    dependencies =
      components
      + (facts.contents?.dependencies ?? []).map {
        Value(text: $0.name, path: $0.url, detail: $0.requirement)
      }
    hasDependencies = !dependencies.isEmpty
    let known = facts.documentation
    documentation = known.hasPages ? paths.documentation(name, release.version) : nil
    interface = known.hasInterface ? paths.interface(scope, name, release.version) : nil
    documenting = "registry docs \(name) \(release.version)"
    isDocumented = known.hasPages
  }
}

extension ReleaseFacts {
  fileprivate typealias Fact = ReleaseView.Fact
  fileprivate typealias Value = ReleaseView.Value

  fileprivate func lines(_ archive: String, of name: ComponentName) -> [Fact] {
    let file = Value(
      text: "\(name)-\(release.version).zip",
      path: archive,
      detail: size.map(Words.size)
    )
    let checksum = release.archive.map { Value(text: $0.hexadecimal, isCode: true) }
    let all: [(String, [Value])] = [
      ("Released", [Value(text: Words.day(release.date))]),
      ("Licence", [licenceValue].compactMap(\.self)),
      ("Authors", authors.map { Value(text: $0) }),
      (
        "Swift tools",
        [contents.map { Value(text: "\($0.toolsVersion) or later") }].compactMap(\.self)
      ),
      ("Platforms", (contents?.platforms ?? []).map { Value(text: "\($0) or later") }),
      ("Repository", [repositoryValue].compactMap(\.self)),
      ("Archive", [file]),
      ("SHA-256", [checksum].compactMap(\.self)),
      ("Signature", [Value(text: signature)]),
    ]
    let others = sent.map { Fact(title: $0.name, values: [Value(text: $0.value)]) }
    return all.filter { !$0.1.isEmpty }.map { Fact(title: $0, values: $1) } + others
  }

  private var licenceValue: Value? {
    guard let licence else { return nil }
    let words = licence.name ?? licence.file ?? "as its publisher says"
    return Value(text: words, path: licence.url, detail: licence.name == nil ? nil : licence.file)
  }

  private var repositoryValue: Value? {
    repository.map { Value(text: $0.description, path: $0.webPage) }
  }

  private var signature: String {
    guard let signed else { return "not signed" }
    return "signed on \(Words.day(signed))" + (signer.map { " by \($0)" } ?? "")
  }
}
