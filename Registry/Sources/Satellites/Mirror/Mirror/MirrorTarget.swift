package import Base
import Model

/// The place of the mirrored repositories: a folder or a remote URL.
package enum MirrorTarget: Hashable, Sendable, CustomStringConvertible {
  /// A folder of this machine, from its root, in which bare repositories are made as they are needed.
  case folder(String)
  /// A git server's address without a password, behind which the repositories exist already.
  case remote(String)
  /// Each component's own repository, which the manifest names and which exists already.
  case repositories

  /// Tells one from the other as git does.
  package init(_ text: String) throws(OperationError) {
    let trimmed = String(text.reversed().drop { $0 == "/" }.reversed())
    self =
      RepositoryURL.isRemote(text)
      ? .remote(trimmed) : .folder(try LocalFile.absolutePath(trimmed))
  }

  package var description: String {
    switch self {
    case .folder(let path): path
    case .remote(let url): url
    case .repositories: "the repositories of the manifest"
    }
  }
}
