/// A file or a link of an archive, without its contents.
public struct ArchiveEntry: Hashable, Sendable {
  /// The modes that git records, which are all that an archive can say.
  public enum Kind: Hashable, Sendable {
    /// A regular file, 0644.
    case file

    /// A regular file, 0755.
    case executable

    /// A symbolic link to a path relative to the link's own folder.
    case link(target: String)
  }

  /// Where the entry lies below the archive's top-level folder, with `/` between the parts.
  public let path: String

  /// What is unpacked there.
  public let kind: Kind

  /// Checks nothing yet: an archive is what refuses a path.
  public init(path: String, kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
