import Git
import ManifestEditor
import Model
import SemverRules
import Sharing
import Versions

/// The values of a component's template.
struct ComponentPage: Sendable {
  let page: PageFrame
  let name: String
  let identity: String
  /// `nil` for a component that was removed from the manifest.
  let folder: String?
  let layer: String?
  let latest: String?
  /// The page of the newest release, if this is that of another one.
  let newest: String?
  /// The page of the component, if this is that of one release alone.
  let whole: String?
  let shown: ReleaseView?
  let usage: Usage?
  let releases: [Row]
  let isUnreleased: Bool
  let canCompare: Bool
  let hasComparison: Bool
  let from: [Choice]
  let to: [Choice]
  private(set) var comparison: ComparisonView?
  let requiredBy: [RequirementView]
  let isRequired: Bool
  let pinnedBy: [PinView]
  let isPinned: Bool
  /// Finished HTML; `nil` where there are none.
  let neighbours: String?

  /// The command and the lines of a manifest to depend on it.
  struct Usage: Sendable {
    let command: String
    /// For the package manager alone.
    let set: String
    let version: String
    let dependency: String
    let products: [String]
    let hasProducts: Bool
  }

  struct Row: Sendable {
    let version: String
    let path: String
    let date: String
    let isLatest: Bool
    let isPrerelease: Bool
    let withdrawn: String?
    let requires: [RequirementView]
    let hasRequirements: Bool
    /// Finished HTML.
    let notes: String?
    let archive: String
    let archivePath: String
    let tree: String
  }

  struct RequirementView: Sendable {
    let name: String
    let path: String
    let requirement: String
  }

  struct PinView: Sendable {
    let app: String
    let pin: String
  }

  struct Choice: Sendable {
    let version: String
    let isChosen: Bool
  }

  struct ComparisonView: Sendable {
    let from: String
    let to: String
    let summary: String
    let changes: [ChangeView]
    let hasChanges: Bool
    let interface: InterfaceView?
    /// The commands after which the public APIs are known; empty if they are.
    let documenting: [String]
    let files: [FileView]
    let filesSummary: String
    let hasFiles: Bool
    var releases: [Row]
  }

  /// The changes of the public API.
  struct InterfaceView: Sendable {
    let summary: String
    let changes: [InterfaceChangeView]
    let gaps: [String]
  }

  struct InterfaceChangeView: Sendable {
    let words: String
    let isBreaking: Bool
    let rule: String
    let path: String
  }

  struct FileView: Sendable {
    let path: String
    let kind: String
  }

  struct ChangeView: Sendable {
    let name: String
    let old: String
    let new: String
  }

  init(
    _ history: ComponentHistory,
    showing facts: ReleaseFacts?,
    comparing comparison: ReleaseComparison?,
    neighbours: String?,
    address: String,
    frame page: PageFrame,
    isWhole: Bool = true
  ) {
    (self.page, self.neighbours) = (page, neighbours)
    name = history.name.text
    identity = history.identity
    folder = history.path?.description
    layer = history.layer?.text
    latest = history.latest?.description
    let isNewest = facts == nil || facts?.release.version == history.latest
    newest =
      isNewest ? nil : history.latest.map { page.paths.release(history.scope, history.name, $0) }
    whole = isWhole ? nil : page.paths.component(history.scope, history.name)
    shown = facts.map { ReleaseView($0, history, page.paths) }
    usage = facts.map { Usage(history, $0, address: address) }
    releases = history.releases.map { Row($0, history, page.paths) }
    isUnreleased = history.releases.isEmpty
    canCompare = page.isServed && history.releases.count > 1
    hasComparison = canCompare || !isWhole && comparison != nil
    let versions = history.releases.map(\.release.version)
    from = Self.choices(versions, chosen: comparison?.from ?? versions.dropFirst().first)
    to = Self.choices(versions, chosen: comparison?.to ?? versions.first)
    self.comparison = comparison.map { ComparisonView($0, history, page.paths) }
    // The list of releases below has the one of such a page.
    if !isWhole { self.comparison?.releases = [] }
    requiredBy = history.requiredBy.map { RequirementView($0, history, page.paths) }
    isRequired = !history.requiredBy.isEmpty
    pinnedBy = history.pinnedBy.map { PinView(app: $0.text, pin: $1.description) }
    isPinned = !history.pinnedBy.isEmpty
  }

  private static func choices(_ versions: [SemanticVersion], chosen: SemanticVersion?) -> [Choice] {
    versions.map { Choice(version: $0.description, isChosen: $0 == chosen) }
  }
}

extension ComponentPage.Usage {
  fileprivate init(_ history: ComponentHistory, _ facts: ReleaseFacts, address: String) {
    let package = PackageReference(history.name, facts.release.version, in: history.scope)
    let commands = ClientCommands(address: address)
    command = commands.use("\(package)")
    set = commands.set(scope: package.scope.text)
    version = facts.release.version.description
    dependency = package.dependency + ","
    let libraries = (facts.contents?.products ?? []).filter { $0.kind == .library }
    products = libraries.map { package.use(of: $0.name) + "," }
    hasProducts = !products.isEmpty
  }
}

extension ComponentPage.Row {
  init(_ item: ComponentHistory.Item, _ history: ComponentHistory, _ paths: PagePaths) {
    version = item.release.version.description
    date = Words.day(item.release.date)
    path = paths.release(history.scope, history.name, item.release.version)
    isLatest = item.release.version == history.latest
    isPrerelease = item.release.version.isPrerelease
    withdrawn = item.yank.map { "Withdrawn on \(Words.day($0.date)): \($0.reason)" }
    requires = item.requires.map {
      ComponentPage.RequirementView($0, history, paths)
    }
    hasRequirements = !requires.isEmpty
    notes = item.notes.map(Self.markdown.html)
    archive = item.release.archive?.description ?? ""
    archivePath = paths.archive(history.scope, history.name, item.release.version)
    tree = item.release.tree.description
  }

  /// Entries of a changelog stand below the version; what looks like HTML in a commit's title is not.
  private static let markdown = Markdown(rawHTML: .shown, headings: .all(4))
}

extension ComponentPage.RequirementView {
  fileprivate init(
    _ requirement: ComponentHistory.Requirement,
    _ history: ComponentHistory,
    _ paths: PagePaths
  ) {
    name = requirement.component.text
    path = paths.component(history.scope, requirement.component)
    self.requirement = requirement.requirement.description
  }
}

extension ComponentPage.ComparisonView {
  init(_ comparison: ReleaseComparison, _ history: ComponentHistory, _ paths: PagePaths) {
    from = comparison.from.description
    to = comparison.to.description
    summary = Words.count(comparison.releases.count, "release")
    changes = comparison.requirements.map { change in
      ComponentPage.ChangeView(
        name: change.component.text,
        old: change.old?.description ?? "not required",
        new: change.new?.description ?? "no longer required"
      )
    }
    hasChanges = !changes.isEmpty
    let found = comparison.changes
    interface = found?.interface.map { ComponentPage.InterfaceView($0, paths) }
    documenting =
      interface == nil ? [from, to].map { "registry docs \(history.name) \($0)" } : []
    files = (found?.files ?? []).map {
      ComponentPage.FileView(path: $0.path, kind: $0.kind.rawValue)
    }
    hasFiles = !files.isEmpty
    filesSummary = hasFiles ? Words.count(files.count, "file") : "no changes"
    releases = comparison.releases.map { ComponentPage.Row($0, history, paths) }
  }
}

extension ComponentPage.InterfaceView {
  fileprivate init(_ difference: InterfaceDifference, _ paths: PagePaths) {
    changes = difference.changes.map { change in
      ComponentPage.InterfaceChangeView(
        words: change.words,
        isBreaking: change.level == .breaking,
        rule: change.rule,
        path: "\(paths.rules)#\(change.rule)"
      )
    }
    gaps = difference.gaps.map { "not compared: \($0)" }
    let counts = [
      (difference.breakages.count, "incompatible change"), (difference.additions.count, "addition"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
    summary = words.isEmpty ? "no changes" : words.joined(separator: ", ")
  }
}

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
