import Errors
import GitValues

/// Reads the commits that are to be split.
struct SplitWalk {
  struct Source {
    let id: ObjectID
    let tree: ObjectID
    let parents: [ObjectID]
    let body: CommitBody
  }

  private let folders: FolderTrie
  private var differences = TreeDifferences()

  init(_ folders: FolderTrie) {
    self.folders = folders
  }

  /// The commits that lead to `tip`, each behind its parents.
  func read(
    _ tip: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) -> [Source] {
    var sources: [Source] = []
    var open: [ObjectID: Source] = [:]
    var done: Set<ObjectID> = []
    var stack = [tip]
    while let id = stack.last {
      if done.contains(id) {
        stack.removeLast()
      } else if let source = open.removeValue(forKey: id) {
        // All that it comes from is done by now.
        stack.removeLast()
        done.insert(id)
        sources.append(source)
      } else {
        let source = try repository.splitSource(id)
        open[id] = source
        for parent in source.parents.reversed() where !done.contains(parent) {
          stack.append(parent)
        }
      }
    }
    return sources
  }

  /// Calls `body` with each folder that differs between two trees of the repository.
  mutating func changes(
    from old: ObjectID?,
    to new: ObjectID,
    in repository: borrowing Repository,
    _ body: (Int, ObjectID?) -> Void
  ) throws(OperationError) {
    try differences.changed(folders, old, new, in: repository, body)
  }
}

extension Repository {
  fileprivate func splitSource(_ id: ObjectID) throws(OperationError) -> SplitWalk.Source {
    let read = try unsafe withUnverifiedObject(id, .commit) { (bytes) throws(OperationError) in
      unsafe (RawCommit(bytes), CommitBody(of: bytes))
    }
    guard let raw = read.0 else { throw OperationError(.corrupt, "the commit '\(id)' is damaged") }
    let body = if let body = read.1 { body } else { try CommitBody(commit(id)) }
    return SplitWalk.Source(id: id, tree: raw.tree, parents: raw.parents, body: body)
  }

  func body(of commit: ObjectID) throws(OperationError) -> CommitBody {
    try splitSource(commit).body
  }
}
