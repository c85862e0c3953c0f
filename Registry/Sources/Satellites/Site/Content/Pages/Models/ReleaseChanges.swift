package import Checks
package import Content
package import Git
import ManifestEditor
import Model
import SemverRules

/// What changed between two releases in their files and, as far as it is known, in their public APIs.
package struct ReleaseChanges: Sendable {
  package enum Kind: String, Hashable, Sendable {
    case added
    case removed
    case changed
  }

  /// By path, as they are published.
  let files: [(path: String, kind: Kind)]
  /// `nil` if an interface is not known.
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

  /// What a file is published from.
  private struct FileState: Equatable {
    let content: ObjectID
    let mode: FileMode
    let edits: [SourceEdit]
  }
}
