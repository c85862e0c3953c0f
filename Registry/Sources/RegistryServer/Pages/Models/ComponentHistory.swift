import GitValues
import RegistryModel
import Versioning

/// The releases of a component with their records, and the components and apps that use them.
struct ComponentHistory: Sendable {
  let scope: ScopeName
  let name: ComponentName
  /// `nil` for a component that was removed from the manifest.
  let path: TreePath?
  let layer: LayerName?
  /// The release to recommend.
  let latest: SemanticVersion?
  /// The library products of that release; empty if its manifest cannot be read.
  let products: [String]
  /// Newest first.
  let releases: [Item]
  /// By name, with what their newest releases require.
  let requiredBy: [Requirement]
  /// By name.
  let pinnedBy: [(scaffold: ScaffoldName, pin: Pin)]

  struct Item: Sendable {
    let release: Release
    let yank: Yank?
    /// The changelog's entry in Markdown.
    let notes: String?

    var requires: [Requirement] {
      release.requires.sorted { $0.key < $1.key }
        .map { Requirement(component: $0.key, requirement: $0.value) }
    }
  }

  /// The requirement of one component on another.
  struct Requirement: Hashable, Sendable {
    /// The other one.
    let component: ComponentName
    let requirement: VersionRequirement
  }

  var identity: String { "\(scope).\(name)" }

  /// The release of this version, if there is one.
  func item(_ version: SemanticVersion) -> Item? {
    releases.first { $0.release.version.releaseKey == version.releaseKey }
  }
}

extension ComponentHistory {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(identity),
      "pinnedBy": .array(
        pinnedBy.map { scaffold, pin in
          .object(["pin": pin.json, "scaffold": .string(scaffold.text)])
        }
      ),
      "releases": .array(releases.map(\.json)),
      "requiredBy": .array(
        requiredBy.map { dependent in
          .object([
            "name": .string(dependent.component.text),
            "requirement": dependent.requirement.json,
          ])
        }
      ),
    ]
    members["latest"] = latest.map { .string($0.description) }
    members["path"] = path.map { .string($0.description) }
    members["layer"] = layer.map { .string($0.text) }
    return .object(members)
  }
}

extension ComponentHistory.Item {
  fileprivate var json: JSONValue {
    let requires = release.requires.map { ($0.key.text, $0.value.json) }
    var members: [String: JSONValue] = [
      "archive": .string(release.archive.description),
      "date": .string(release.date.description),
      "requires": .object(Dictionary(requires) { first, _ in first }),
      "source": .string(release.source.description),
      "tree": .string(release.tree.description),
      "version": .string(release.version.description),
    ]
    members["notes"] = notes.map { .string($0) }
    members["yanked"] = yank.map { yank in
      .object(["date": .string(yank.date.description), "reason": .string(yank.reason)])
    }
    return .object(members)
  }
}
