package import Checks
package import Content
package import Git
import ManifestEditor
import ManifestForms
package import Model
import SemverRules
package import Versions

/// The changes between two releases in their files and, as far as they are known, in their public
/// APIs.
package struct ReleaseChanges: Sendable {
  /// The kind of change of a file.
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case changed
  }

  /// The changed files in the order of their published paths.
  let files: [(path: String, kind: Kind)]
  /// The changes of the public API; `nil` if an interface is not known.
  let interface: InterfaceDifference?

  /// - Parameter interfaces: `nil` where they are not known.
  package init(
    from old: PublishedRelease,
    to new: PublishedRelease,
    interfaces: (old: PackageInterface?, new: PackageInterface?),
    in repository: borrowing Repository
  ) throws {
    let (before, after) = try (Self.files(of: old, repository), Self.files(of: new, repository))
    files = Set(before.keys).union(after.keys).sorted().compactMap { path in
      let (old, new) = (before[path], after[path])
      if old == new { return nil }
      return (path.string, old == nil ? .added : new == nil ? .removed : .changed)
    }
    guard let first = interfaces.old, let second = interfaces.new,
      let earlier = try PackageFacts.manifest(of: old, from: repository),
      let later = try PackageFacts.manifest(of: new, from: repository)
    else {
      interface = nil
      return
    }
    interface = InterfaceDifference(from: earlier, to: later)
      .joined(
        with: first.difference(
          to: second,
          offered: LibraryProducts(earlier),
          LibraryProducts(later)
        )
      )
  }

  private static func files(
    of release: PublishedRelease,
    _ repository: borrowing Repository
  ) throws -> [TreePath: FileState] {
    let listing = try ReleaseForm(of: release.release).listing(in: repository)
    let edits = release.release.edits
    return Dictionary(
      listing.items.map { item in
        (item.path, FileState(content: item.id, mode: item.mode, edits: edits[item.path] ?? []))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The source of a published file.
  private struct FileState: Equatable {
    let content: ObjectID
    let mode: FileMode
    let edits: [SourceEdit]
  }
}

/// The changes between two releases of a component.
package struct ReleaseComparison: Sendable {
  let from: SemanticVersion
  let to: SemanticVersion
  /// The releases after `from` up to `to`, newest first, including withdrawn ones.
  let releases: [ComponentHistory.Item]
  /// The changes of requirements, in the order of the components' names.
  let requirements: [RequirementChange]
  /// The records of both, the older one first.
  package let records: (old: Release, new: Release)
  /// The changes of files and interfaces; `nil` until they were computed.
  package var changes: ReleaseChanges?

  struct RequirementChange: Hashable, Sendable {
    let component: ComponentName
    let old: VersionRequirement?
    let new: VersionRequirement?
  }

  /// The older of the two comes first; `nil` if one of them is not a release.
  package init?(_ left: SemanticVersion, _ right: SemanticVersion, in history: ComponentHistory) {
    guard let older = history.item(min(left, right)), let newer = history.item(max(left, right))
    else { return nil }
    from = older.release.version
    to = newer.release.version
    releases = history.releases.filter { item in
      item.release.version > older.release.version && item.release.version <= newer.release.version
    }
    records = (older.release, newer.release)
    let (old, new) = (older.release.requires, newer.release.requires)
    requirements = Set(old.keys).union(new.keys).sorted().compactMap { name in
      guard old[name] != new[name] else { return nil }
      return RequirementChange(component: name, old: old[name], new: new[name])
    }
  }
}
