import Git
package import Base
package import Model
import Reports
package import Versions

/// The releases of a component with their records, and the components and apps that use them.
package struct ComponentHistory: Sendable {
  package let scope: ScopeName
  package let name: ComponentName
  /// The folder; `nil` for a component that was removed from the manifest.
  let path: TreePath?
  let layer: LayerName?
  /// The release to recommend.
  package private(set) var latest: SemanticVersion?
  /// The releases, newest first.
  package private(set) var releases: [Item]
  /// The components that require it, in the order of their names, with what their newest releases
  /// require.
  private(set) var requiredBy: [Requirement]
  /// The apps that pin it, in the order of their names.
  private(set) var pinnedBy: [(app: AppName, pin: Pin)]

  /// A release with its withdrawal and its changelog.
  package struct Item: Sendable {
    package let release: Release
    /// The record of its withdrawal; `nil` if it was not withdrawn.
    package let yank: Yank?
    /// The entry of the changelog in Markdown; `nil` if there is none.
    package let notes: String?

    var requires: [Requirement] {
      release.requires.sorted { $0.key < $1.key }
        .map { Requirement(component: $0.key, requirement: $0.value) }
    }
  }

  /// The requirement of one component on another.
  package struct Requirement: Hashable, Sendable {
    /// The name of the required component.
    package let component: ComponentName
    package let requirement: VersionRequirement
  }

  /// - Parameter notes: The changelog's entries.
  package init(
    _ entry: RegistrySnapshot.Entry,
    _ index: ReleaseIndex,
    in manifest: Manifest,
    _ overview: RegistryOverview,
    notes: [SemanticVersion: String]
  ) {
    scope = manifest.scope
    name = entry.name
    path = entry.component?.path
    layer = entry.component?.layer
    latest = index.latest?.version
    releases = index.releases.map { release in
      Item(release: release, yank: index.yank(of: release), notes: notes[release.version])
    }
    requiredBy = overview.components.compactMap { component in
      component.summary.requires[entry.name].map {
        Requirement(component: component.name, requirement: $0)
      }
    }
    pinnedBy = manifest.apps.sorted { $0.key < $1.key }
      .compactMap { name, app in app.pins[entry.name].map { (name, $0) } }
  }

  /// One of its releases, without what changes when others come.
  func alone(_ item: Item) -> ComponentHistory {
    var copy = self
    (copy.latest, copy.releases, copy.requiredBy, copy.pinnedBy) = (nil, [item], [], [])
    return copy
  }

  /// The release with the version before that of another one; for a stable one, a stable one.
  package func previous(of item: Item) -> Item? {
    let version = item.release.version
    return releases.filter { other in
      other.release.version < version
        && (version.isPrerelease || !other.release.version.isPrerelease)
    }.max { $0.release.version < $1.release.version }
  }

  var identity: String { name.identity(in: scope) }

  /// The release of this version, if there is one.
  package func item(_ version: SemanticVersion) -> Item? {
    releases.first { $0.release.version.releaseKey == version.releaseKey }
  }
}

extension ComponentHistory {
  /// The JSON form of the page of a component.
  package var json: JSONValue {
    var members: [String: JSONValue] = [
      "id": .string(identity),
      "pinnedBy": .array(
        pinnedBy.map { app, pin in
          .object([
            "app": .string(app.text),
            "pin": pin.json,
          ])
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
      "date": .string(release.date.description),
      "requires": .object(Dictionary(requires) { first, _ in first }),
      "source": .string(release.source.description),
      "tree": .string(release.tree.description),
      "version": .string(release.version.description),
    ]
    members["archive"] = release.archive.map { .string($0.description) }
    members["notes"] = notes.map { .string($0) }
    members["yanked"] = yank.map { yank in
      .object(["date": .string(yank.date.description), "reason": .string(yank.reason)])
    }
    return .object(members)
  }
}
