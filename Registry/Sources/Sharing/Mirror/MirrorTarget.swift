import Files
package import Workspace

/// The place of the mirrored repositories: a folder or a remote URL.
package enum MirrorTarget: Hashable, Sendable, CustomStringConvertible {
  /// A folder of this machine, from its root, in which bare repositories are made as they are needed.
  case folder(String)
  /// A git server's address, behind which the repositories exist already.
  case remote(String)

  /// Tells one from the other as git does.
  package init(_ text: String) throws(OperationError) {
    let trimmed = String(text.reversed().drop { $0 == "/" }.reversed())
    self =
      MirrorBase.isRemote(text)
      ? .remote(trimmed) : .folder(try unifyingErrors { try LocalFile.absolutePath(trimmed) })
  }

  package var description: String {
    switch self {
    case .folder(let path): path
    case .remote(let url): url
    }
  }
}
