import Base

/// A commit that is to be split.
struct SplitSource {
  let id: ObjectID
  let tree: ObjectID
  let parents: [ObjectID]
  let body: CommitBody
}

extension Repository {
  /// The commits that lead to `tip`, each behind its parents.
  func splitSources(upTo tip: ObjectID) throws(OperationError) -> [SplitSource] {
    var sources: [SplitSource] = []
    var open: [ObjectID: SplitSource] = [:]
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
        let source = try splitSource(id)
        open[id] = source
        for parent in source.parents.reversed() where !done.contains(parent) {
          stack.append(parent)
        }
      }
    }
    return sources
  }

  func splitSource(_ id: ObjectID) throws(OperationError) -> SplitSource {
    let read = try unsafe withUnverifiedObject(id, .commit) { (bytes) throws(OperationError) in
      unsafe (RawCommit(bytes), CommitBody(of: bytes))
    }
    guard let raw = read.0 else { throw OperationError(.corrupt, "the commit '\(id)' is damaged") }
    let body = if let body = read.1 { body } else { try CommitBody(commit(id)) }
    return SplitSource(id: id, tree: raw.tree, parents: raw.parents, body: body)
  }
}
