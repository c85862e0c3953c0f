private import CGit2
package import GitValues

extension Repository {
  /// Writes commits, and what they lead to and `other` lacks, into that repository as one pack that
  /// is there as a whole or not at all.
  package func pack(
    _ commits: [ObjectID],
    into other: borrowing Repository
  ) throws(GitError) {
    let packing = try Packing(of: self, for: other)
    for commit in commits { try packing.add(commit, of: self, missingIn: other) }
    try packing.write(into: "\(other.commonDirectory)/objects/pack")
  }

  /// Takes away the parts of packs that a killed run left.
  ///
  /// Only for a process that keeps all others away that write packs with this library; the git
  /// program's have other names.
  package func removeAbandonedPacks() throws(GitError) {
    let directory = "\(commonDirectory)/objects/pack"
    for name in try SystemFile.names(in: directory) where name.hasPrefix("pack_git2_") {
      try SystemFile.remove("\(directory)/\(name)")
    }
  }

  /// Whether the object was here when the repository was opened, or was stored by this value.
  ///
  /// Cheaper than ``contains(_:)`` for what is mostly missing, which looks for new packs each time.
  fileprivate func hadFromTheStart(_ id: ObjectID) -> Bool {
    var raw = id.raw
    return unsafe git_odb_exists_ext(
      objects.pointer,
      &raw,
      GIT_ODB_LOOKUP_NO_REFRESH.rawValue
    ) == 1
  }
}

/// A pack in the making.
private final class Packing {
  /// The other repository with the objects of this one: a builder looks at all tags of the
  /// repository that it belongs to, of which a monorepo has as many as releases.
  private let host: Repository
  private let builder: Handle
  private var added: Set<ObjectID> = []

  init(
    of repository: borrowing Repository,
    for other: borrowing Repository
  ) throws(GitError) {
    let host = try Repository.open(at: other.gitDirectory)
    try check(unsafe git_repository_set_odb(host.pointer, repository.objects.pointer))
    builder = try unsafe Handle(freedBy: { unsafe git_packbuilder_free($0) }) {
      unsafe git_packbuilder_new($0, host.pointer)
    }
    self.host = host
  }

  func add(
    _ commit: ObjectID,
    of repository: borrowing Repository,
    missingIn other: borrowing Repository
  ) throws(GitError) {
    guard try insert(commit, nil, missingIn: other) else { return }
    try add(tree: repository.commit(commit).tree, of: repository, missingIn: other)
  }

  private func add(
    tree: ObjectID,
    of repository: borrowing Repository,
    missingIn other: borrowing Repository
  ) throws(GitError) {
    guard try insert(tree, nil, missingIn: other) else { return }
    for entry in try repository.entries(of: tree) {
      switch entry.mode {
      case .tree: try add(tree: entry.id, of: repository, missingIn: other)
      case .file, .executable, .link: _ = try insert(entry.id, entry.name, missingIn: other)
      case .submodule: break
      }
    }
  }

  /// Whether it was not there; what a tree or commit leads to is there where that itself is.
  private func insert(
    _ id: ObjectID,
    _ name: String?,
    missingIn other: borrowing Repository
  ) throws(GitError) -> Bool {
    guard added.insert(id).inserted, !other.hadFromTheStart(id) else { return false }
    var raw = id.raw
    try check(unsafe git_packbuilder_insert(builder.pointer, &raw, name))
    return true
  }

  func write(into directory: String) throws(GitError) {
    guard unsafe git_packbuilder_object_count(builder.pointer) > 0 else { return }
    try check(unsafe git_packbuilder_write(builder.pointer, directory, 0, nil, nil))
  }
}
