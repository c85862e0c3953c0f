import Git
import Model

/// What a person has changed in a checked-out tree, without what the package manager does there.
struct LayoutChanges {
  let edited: Set<TreePath>
  let missing: Set<TreePath>
  /// Package resolutions with other content.
  let resolutions: Set<TreePath>
  /// All files that were not checked out.
  let added: [TreePath]

  init(_ changes: PrivateCheckout.Changes) {
    edited = changes.edited.filter { !$0.isPackageResolution }
    resolutions = changes.edited.subtracting(edited)
    (missing, added) = (changes.missing, changes.added)
  }

  /// The added files that are built with the rest, although the tree's hash does not include them;
  /// sorted.
  ///
  /// - Parameter links: Those that were made on purpose.
  func strays(beside links: [TreePath] = []) -> [TreePath] {
    let known = Set(links)
    return added.filter { path in
      // Hidden files are not sources, and SwiftPM keeps files of its own beside the manifest.
      !known.contains(path) && !path.isPackageResolution
        && !path.names.contains { $0.hasPrefix(".") }
    }.sorted()
  }

  /// The added files that are in the way of what is to be written.
  func obstacles(to written: Set<TreePath>) -> [TreePath] {
    let folders = Set(written.flatMap(\.ancestors))
    return added.filter { path in
      !path.isPackageResolution
        && (written.contains(path) || folders.contains(path)
          || path.ancestors.contains(where: written.contains))
    }.sorted()
  }
}
