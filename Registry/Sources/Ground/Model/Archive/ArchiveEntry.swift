package import Git

/// A file or a link of an archive, without its contents.
package struct ArchiveEntry: Hashable, Sendable {
  /// The modes that git records, which are all that an archive can say.
  package enum Kind: Hashable, Sendable {
    /// A regular file, 0644.
    case file

    /// A regular file, 0755.
    case executable

    /// A symbolic link to a path relative to the link's own folder.
    case link(target: String)
  }

  /// The path of the entry below the archive's top-level folder.
  package let path: TreePath

  /// What is unpacked there.
  package let kind: Kind

  package init(path: TreePath, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
