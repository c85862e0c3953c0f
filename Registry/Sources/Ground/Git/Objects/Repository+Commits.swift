private import CGit2
package import Base

extension Repository {
  package func commit(_ id: ObjectID) throws(OperationError) -> Commit {
    var raw = id.raw
    let commit: Handle
    do throws(OperationError) {
      commit = try unsafe Handle(freedBy: { unsafe git_commit_free($0) }) {
        unsafe git_commit_lookup($0, pointer, &raw)
      }
    } catch  where error.code == .notFound {
      throw missing(id, .commit)
    }
    guard let tree = unsafe git_commit_tree_id(commit.pointer),
      let author = unsafe git_commit_author(commit.pointer),
      let committer = unsafe git_commit_committer(commit.pointer),
      let message = unsafe git_commit_message(commit.pointer)
    else { throw OperationError(.corrupt, "the commit '\(id)' is damaged") }
    let encoding = unsafe git_commit_message_encoding(commit.pointer)
    var parents: [ObjectID] = []
    for index in 0..<(unsafe git_commit_parentcount(commit.pointer)) {
      if let parent = unsafe git_commit_parent_id(commit.pointer, index) {
        parents.append(unsafe ObjectID(parent.pointee))
      }
    }
    return unsafe Commit(
      id: id,
      tree: ObjectID(tree.pointee),
      parents: parents,
      author: Signature(author, encoding: encoding),
      committer: Signature(committer, encoding: encoding),
      message: RecordedText.decode(message, encoding: encoding)
    )
  }

  /// Stores a commit that no reference leads to yet.
  ///
  /// - Parameter isForAnother: Whether it is for another repository, which alone needs its parents.
  package func writeCommit(
    tree: ObjectID,
    parents: [ObjectID],
    author: Signature,
    committer: Signature,
    message: String,
    isForAnother: Bool = false
  ) throws(OperationError) -> ObjectID {
    try write(
      commitText(
        tree: tree,
        parents: parents,
        author: author,
        committer: committer,
        message: message,
        isForAnother: isForAnother
      )
    )
  }

  /// A commit that is not stored yet.
  package func commitText(
    tree: ObjectID,
    parents: [ObjectID],
    author: Signature,
    committer: Signature,
    message: String,
    isForAnother: Bool = false
  ) throws(OperationError) -> ObjectText {
    try refuseNul(in: message)
    let needed = isForAnother ? [] : parents
    for (id, kind) in [(tree, ObjectKind.tree)] + needed.map({ ($0, .commit) }) {
      let known = id == .emptyTree ? kind : try header(of: id)?.kind
      guard known == kind else { throw missing(id, kind) }
    }
    var head = ["tree \(tree)"] + parents.map { "parent \($0)" }
    head.append("author \(try author.line())")
    head.append("committer \(try committer.line())")
    return ObjectText(.commit, head: head, message: message)
  }

  /// The commit that a person names, such as `HEAD~2`, `main` or a tag.
  package func commit(named revision: String) throws(OperationError) -> ObjectID {
    try refuseNul(in: revision)
    do throws(OperationError) {
      let named = try unsafe Handle(freedBy: { unsafe git_object_free($0) }) {
        unsafe git_revparse_single($0, pointer, revision)
      }
      let commit = try unsafe Handle(freedBy: { unsafe git_object_free($0) }) {
        unsafe git_object_peel($0, named.pointer, GIT_OBJECT_COMMIT)
      }
      return unsafe ObjectID(git_object_id(commit.pointer).pointee)
    } catch {
      throw OperationError(
        error.code,
        "unknown revision '\(revision)'",
        help: isShallow
          ? helpForMissing
          : "name a commit, a branch or a tag that is here, such as 'HEAD~1' or 'origin/main'"
      )
    }
  }
}
