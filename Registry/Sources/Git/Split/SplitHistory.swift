package import GitValues

/// The histories of several folders, each as that of a repository of its own, found in one walk for
/// all of them.
///
/// A folder's commits are those that `git subtree split --prefix FOLDER` makes, with the same names,
/// but for histories in which a folder was removed: git puts commits of the whole repository there,
/// and here the folder's history continues when it is back.
package struct SplitHistory: Sendable {
  package let folders: [TreePath]
  /// The commits that were walked, each behind its parents.
  private(set) var sources: [SplitSource] = []
  private var places: [ObjectID: Int] = [:]
  private(set) var rows: SplitRows
  private(set) var commits = SplitCommits()

  package init(of folders: [TreePath]) {
    self.folders = folders
    rows = SplitRows(folders: folders.count)
  }

  init(folders: [TreePath], sources: [SplitSource], rows: SplitRows, commits: SplitCommits) {
    (self.folders, self.sources, self.rows, self.commits) = (folders, sources, rows, commits)
    for (place, source) in sources.enumerated() { places[source.id] = place }
  }

  /// Whether the walk has come by a commit.
  package func contains(_ commit: ObjectID) -> Bool { places[commit] != nil }

  /// The folder's own commit at a commit of the repository; `nil` if it had none by then.
  package func commit(of folder: TreePath, at commit: ObjectID) -> ObjectID? {
    guard let place = places[commit], let number = folders.firstIndex(of: folder) else {
      return nil
    }
    let found = rows.commit(of: number, in: sources[place].row)
    return found < 0 ? nil : commits[found].id
  }

  /// Walks on to these commits.
  ///
  /// - Throws: For a shallow clone, of which the beginning of history is missing.
  package mutating func walk(
    to tips: [ObjectID],
    in repository: borrowing Repository
  ) throws(GitError) {
    let missing = tips.filter { !contains($0) }
    if missing.isEmpty { return }
    if repository.isShallow {
      throw GitError(
        .notFound,
        "the clone is shallow, and history cannot be split without its beginning",
        help: repository.helpForMissing
      )
    }
    var walk = SplitWalk(FolderTrie(folders))
    for source in try walk.read(missing, known: { contains($0) }, in: repository) {
      try add(source, &walk, in: repository)
    }
  }

  /// Stores the commits that lead to `tip` and to none of `known`, and those of the latter that
  /// they follow.
  package func write(
    _ tip: ObjectID,
    without known: [ObjectID],
    in repository: borrowing Repository
  ) throws(GitError) -> (commits: [ObjectID], ends: [ObjectID]) {
    guard let place = commits.place(of: tip) else { return ([], []) }
    let places = commits.history(of: place, without: known.compactMap(commits.place))
    let parents = Set(places.flatMap { commits[$0].parents.map(Int.init) })
    let ends = parents.subtracting(places).sorted()
    for place in ends + places {
      let entry = commits[place]
      let body = try repository.body(of: entry.source)
      let parents = entry.parents.map { commits[Int($0)].id }
      let id = try repository.writeObject(body.commit(tree: entry.tree, parents: parents), .commit)
      guard id == entry.id else {
        throw GitError(.corrupt, "the commit '\(entry.source)' was split into '\(id)'")
      }
    }
    return (places.map { commits[$0].id }, ends.map { commits[$0].id })
  }

  private mutating func add(
    _ source: SplitWalk.Source,
    _ walk: inout SplitWalk,
    in repository: borrowing Repository
  ) throws(GitError) {
    let parents = source.parents.compactMap { places[$0] }
    let first = parents.first.map { sources[$0] }
    let others = parents.dropFirst().map { sources[$0].row }
    let row = first?.row ?? 0
    // By folder, the tree that it has now.
    var changed: [(folder: Int, tree: ObjectID?)] = []
    var merged: Set<Int> = []
    for other in others where other != row {
      merged.formUnion(rows.differences(row, other, folders: folders.count))
    }
    if merged.isEmpty {
      try walk.changes(from: first?.tree, to: source.tree, in: repository) { folder, tree in
        changed.append((folder, tree))
      }
    } else {
      var trees: [Int: ObjectID] = [:]
      try walk.changes(from: nil, to: source.tree, in: repository) { folder, tree in
        trees[folder] = tree
      }
      try walk.changes(from: first?.tree, to: source.tree, in: repository) { folder, _ in
        merged.insert(folder)
      }
      changed = merged.sorted().map { ($0, trees[$0]) }
    }
    var changes: [(folder: Int, commit: Int)] = []
    for (folder, tree) in changed {
      let found = ([row] + others).map { rows.commit(of: folder, in: $0) }.filter { $0 >= 0 }
      guard let tree else {
        if let kept = found.first { changes.append((folder, kept)) }
        continue
      }
      changes.append((folder, copyOrSkip(source, tree, found)))
    }
    let new = rows.add(
      like: row,
      changing: changes.filter { rows.commit(of: $0.folder, in: row) != $0.commit }
    )
    places[source.id] = sources.count
    sources.append(SplitSource(id: source.id, tree: source.tree, row: new))
  }

  /// What `copy_or_skip` in git-subtree decides: a commit that changed nothing of the folder is not
  /// copied, unless it joins histories of which neither has the other.
  private mutating func copyOrSkip(
    _ source: SplitWalk.Source,
    _ tree: ObjectID,
    _ parents: [Int]
  ) -> Int {
    var unique: [Int] = []
    var identical: Int?
    var other: Int?
    var isJoin = false
    for parent in parents {
      if commits[parent].tree != tree {
        other = parent
      } else if let same = identical, same != parent {
        if commits.isAncestor(same, of: parent) {
          identical = parent
        } else if !commits.isAncestor(parent, of: same) {
          isJoin = true
        }
      } else {
        identical = parent
      }
      if !unique.contains(parent) { unique.append(parent) }
    }
    if let identical, !isJoin {
      guard let other, !commits.isAncestor(other, of: identical) else { return identical }
    }
    let text = source.body.commit(tree: tree, parents: unique.map { commits[$0].id })
    return commits.add(
      id: CommitBody.id(of: text),
      tree: tree,
      parents: unique,
      source: source.id
    )
  }
}

/// A commit of the repository, with the row of its split commits.
struct SplitSource: Sendable {
  let id: ObjectID
  let tree: ObjectID
  let row: Int
}
