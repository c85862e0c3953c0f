import Base
package import Git

/// A branch that a write creates or replaces, on top of the commit that is checked out; the
/// checkout does not change.
package struct TargetBranch: Hashable, Sendable {
  /// The full name.
  package let name: String
  /// The commit that it is at; `nil` if there is no such branch yet.
  package let old: ObjectID?
  /// The date of the records in its commit, and of that commit's author.
  package let time: GitTime

  /// The date of the commit's committer, for that of its author: one second earlier.
  ///
  /// `git commit --amend` sets the committer date to the time of the amendment, which is never before
  /// that of the author.
  package static func commitTime(for time: GitTime) -> GitTime {
    GitTime(seconds: time.seconds - 1, offset: time.offset)
  }

  /// The committer, at that time.
  static func committer(_ author: Signature) throws -> Signature {
    try Signature(name: author.name, email: author.email, time: commitTime(for: author.time))
  }

  package init(name: String, old: ObjectID?, time: GitTime) {
    (self.name, self.old, self.time) = (name, old, time)
  }
}

extension WriteContext {
  /// The same with the time of a target branch.
  package func dated(as target: TargetBranch?) -> WriteContext {
    guard let time = target?.time else { return self }
    var context = self
    context.clock = { time }
    return context
  }
}

extension Repository {
  /// The working tree that has a branch checked out; `nil` if none has.
  package func workingTree(of branch: String) throws -> String? {
    let folder = "\(commonDirectory)/worktrees"
    let others = LocalFile.kind(at: folder) == .directory ? try LocalFile.names(in: folder) : []
    for directory in [commonDirectory] + others.map({ "\(folder)/\($0)" }) {
      guard let head = try LocalFile.read("\(directory)/HEAD") else { continue }
      let text = String(decoding: head, as: UTF8.self)
      guard text.split(whereSeparator: \.isNewline).first == "ref: \(branch)" else { continue }
      guard directory != commonDirectory else { return workingDirectory ?? directory }
      let link = try LocalFile.read("\(directory)/gitdir").map {
        String(decoding: $0, as: UTF8.self)
      }
      let file = link?.split(whereSeparator: \.isNewline).first.map(String.init)
      return file.map { LocalFile.parent(of: $0) } ?? directory
    }
    return nil
  }
}
