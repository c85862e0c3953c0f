import GitValues
import RegistryModel
import Sharing
import Versioning

/// The values of a component's template.
struct ComponentPage: Sendable {
  let page: PageFrame
  let name: String
  let identity: String
  /// `nil` for a component that was removed from the manifest.
  let folder: String?
  let layer: String?
  let latest: String?
  let usage: Usage?
  let releases: [Row]
  let isUnreleased: Bool
  let canCompare: Bool
  let from: [Choice]
  let to: [Choice]
  let comparison: ComparisonView?
  let requiredBy: [RequirementView]
  let isRequired: Bool
  let pinnedBy: [PinView]
  let isPinned: Bool
  /// Finished HTML; `nil` where there are none.
  let neighbours: String?

  /// The command and the lines of a manifest to depend on it.
  struct Usage: Sendable {
    let command: String
    let dependency: String
    let products: [String]
  }

  struct Row: Sendable {
    let version: String
    let date: String
    let isLatest: Bool
    let isPrerelease: Bool
    let withdrawn: String?
    let requires: [RequirementView]
    let hasRequirements: Bool
    let blocks: [NotesMarkup.Block]
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
    let scaffold: String
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
    let releases: [Row]
  }

  struct ChangeView: Sendable {
    let name: String
    let old: String
    let new: String
  }

  init(
    _ history: ComponentHistory,
    comparing comparison: ReleaseComparison?,
    neighbours: String?,
    address: String,
    frame page: PageFrame
  ) {
    (self.page, self.neighbours) = (page, neighbours)
    name = history.name.text
    identity = history.identity
    folder = history.path?.description
    layer = history.layer?.text
    latest = history.latest?.description
    usage = history.latest.map { Usage(history, $0, address: address) }
    releases = history.releases.map { Row($0, history, page.paths) }
    isUnreleased = history.releases.isEmpty
    canCompare = page.isServed && history.releases.count > 1
    let versions = history.releases.map(\.release.version)
    from = Self.choices(versions, chosen: comparison?.from ?? versions.dropFirst().first)
    to = Self.choices(versions, chosen: comparison?.to ?? versions.first)
    self.comparison = comparison.map { ComparisonView($0, history, page.paths) }
    requiredBy = history.requiredBy.map { RequirementView($0, history, page.paths) }
    isRequired = !history.requiredBy.isEmpty
    pinnedBy = history.pinnedBy.map { PinView(scaffold: $0.text, pin: $1.description) }
    isPinned = !history.pinnedBy.isEmpty
  }

  private static func choices(_ versions: [SemanticVersion], chosen: SemanticVersion?) -> [Choice] {
    versions.map { Choice(version: $0.description, isChosen: $0 == chosen) }
  }
}

extension ComponentPage.Usage {
  fileprivate init(_ history: ComponentHistory, _ latest: SemanticVersion, address: String) {
    let package = PackageReference(scope: history.scope, name: history.name, version: latest)
    command = ClientCommands(address: address).use("\(package)")
    dependency = package.dependency + ","
    products = history.products.map { package.use(of: $0) + "," }
  }
}

extension ComponentPage.Row {
  fileprivate init(_ item: ComponentHistory.Item, _ history: ComponentHistory, _ paths: PagePaths) {
    version = item.release.version.description
    date = Words.day(item.release.date)
    isLatest = item.release.version == history.latest
    isPrerelease = item.release.version.isPrerelease
    withdrawn = item.yank.map { "Withdrawn on \(Words.day($0.date)): \($0.reason)" }
    requires = item.requires.map {
      ComponentPage.RequirementView($0, history, paths)
    }
    hasRequirements = !requires.isEmpty
    blocks = item.notes.map { NotesMarkup($0).blocks } ?? []
    archive = item.release.archive?.description ?? ""
    archivePath = "\(paths.root)/\(history.scope)/\(history.name)/\(item.release.version).zip"
    tree = item.release.tree.description
  }
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
  fileprivate init(_ comparison: ReleaseComparison, _ history: ComponentHistory, _ paths: PagePaths)
  {
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
    releases = comparison.releases.map { ComponentPage.Row($0, history, paths) }
  }
}
