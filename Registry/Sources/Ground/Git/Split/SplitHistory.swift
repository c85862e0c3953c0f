package import Base

/// The histories of several folders, each as that of a repository of its own, found in one walk for
/// all of them.
///
/// A folder's commits are those that `git subtree split --prefix FOLDER` makes, with the same names,
/// but for histories in which a folder was removed: git puts commits of the whole repository there,
/// and here the folder's history continues when it is back. A folder that was moved to its place has
/// two histories: such a one, of its place alone, and the one that goes on where it was before.
package struct SplitHistory: Sendable {
  private let folders: [TreePath]
  /// The commits that were walked, each behind its parents.
  private var sources: [Walked] = []
  private var places: [ObjectID: Int] = [:]
  /// A row has the commit of each folder's place, then those of the folders that were moved.
  private var rows: SplitRows
  private var commits = SplitCommits()
  /// In a row, by the number of the folder.
  private let following: [Int: Int]
  private let origins: [Arrival: Int]

  /// A commit of the repository, with the row of its split commits.
  private struct Walked {
    let id: ObjectID
    let tree: ObjectID
    let row: Int
  }

  /// How a folder came to its place.
  private struct Arrival: Hashable {
    let commit: ObjectID
    let parent: ObjectID
    let folder: Int
  }

  /// Walks from a commit to the beginning.
  ///
  /// - Precondition: The places of the moves are among the folders.
  /// - Throws: For a shallow clone, of which the beginning of history is missing.
  package init(
    of folders: [TreePath],
    following moves: Set<MovedFolder> = [],
    from tip: ObjectID,
    in repository: borrowing Repository
  ) throws(OperationError) {
    if repository.isShallow {
      throw OperationError(
        .notFound,
        "the clone is shallow, and history cannot be split without its beginning",
        help: repository.helpForMissing
      )
    }
    self.folders = folders
    let numbers = Dictionary(zip(folders, folders.indices)) { first, _ in first }
    var origins: [Arrival: Int] = [:]
    for move in moves {
      guard let to = numbers[move.to], let from = numbers[move.from] else { continue }
      origins[Arrival(commit: move.commit, parent: move.parent, folder: to)] = from
    }
    self.origins = origins
    let moved = Set(origins.keys.map(\.folder)).sorted()
    following = Dictionary(
      uniqueKeysWithValues: zip(moved, folders.count..<(folders.count + moved.count))
    )
    rows = SplitRows(folders: folders.count + moved.count)
    let trie = FolderTrie(folders)
    var differences = TreeDifferences()
    for source in try repository.splitSources(upTo: tip) {
      try add(source, trie, &differences, in: repository)
    }
  }

  /// How many commits a row has.
  private var width: Int { folders.count + following.count }

  /// The folder's own commit at a commit of the repository; `nil` if it had none by then.
  package func commit(of folder: TreePath, at commit: ObjectID) -> ObjectID? {
    guard let number = folders.firstIndex(of: folder) else { return nil }
    return self.commit(in: following[number] ?? number, at: commit)
  }

  /// The same of the folder's place alone, without what was elsewhere before.
  package func commit(ofPlace folder: TreePath, at commit: ObjectID) -> ObjectID? {
    folders.firstIndex(of: folder).flatMap { self.commit(in: $0, at: commit) }
  }

  private func commit(in column: Int, at commit: ObjectID) -> ObjectID? {
    guard let place = places[commit] else { return nil }
    let found = rows.commit(of: column, in: sources[place].row)
    return found < 0 ? nil : commits[found].id
  }

  /// Stores the commits that lead to `tip` and to none of `known`, and those of the latter that
  /// they follow.
  package func write(
    _ tip: ObjectID,
    without known: [ObjectID],
    in repository: borrowing Repository
  ) throws(OperationError) -> (commits: [ObjectID], ends: [ObjectID]) {
    guard let place = commits.place(of: tip) else { return ([], []) }
    let places = commits.history(of: place, without: known.compactMap(commits.place))
    let parents = Set(places.flatMap { commits[$0].parents.map(Int.init) })
    let ends = parents.subtracting(places).sorted()
    for place in ends + places {
      let entry = commits[place]
      let body = try repository.splitSource(entry.source).body
      let parents = entry.parents.map { commits[Int($0)].id }
      let id = try repository.writeObject(body.commit(tree: entry.tree, parents: parents), .commit)
      guard id == entry.id else {
        throw OperationError(.corrupt, "the commit '\(entry.source)' was split into '\(id)'")
      }
    }
    return (places.map { commits[$0].id }, ends.map { commits[$0].id })
  }

  private mutating func add(
    _ source: SplitSource,
    _ trie: FolderTrie,
    _ differences: inout TreeDifferences,
    in repository: borrowing Repository
  ) throws(OperationError) {
    let parents = source.parents.compactMap { places[$0] }.map { sources[$0] }
    let (row, before) = (parents.first?.row ?? 0, parents.first?.tree)
    // By folder, the tree that it has now.
    var changed: [(folder: Int, tree: ObjectID?)] = []
    var merged: Set<Int> = []
    for other in parents.dropFirst() where other.row != row {
      merged.formUnion(rows.differences(row, other.row, folders: width))
    }
    if merged.isEmpty {
      try differences.changed(trie, before, source.tree, in: repository) { folder, tree in
        changed.append((folder, tree))
      }
    } else {
      for (folder, column) in following where merged.remove(column) != nil { merged.insert(folder) }
      var trees: [Int: ObjectID] = [:]
      try differences.changed(trie, nil, source.tree, in: repository) { folder, tree in
        trees[folder] = tree
      }
      try differences.changed(trie, before, source.tree, in: repository) { folder, _ in
        merged.insert(folder)
      }
      changed = merged.sorted().map { ($0, trees[$0]) }
    }
    var changes: [(folder: Int, commit: Int)] = []
    for (folder, tree) in changed {
      for column in [folder, following[folder]].compactMap(\.self) {
        let found = parents.isEmpty ? [] : parents.map { commit(before: source, in: column, $0) }
        let known = found.filter { $0 >= 0 }
        if let tree {
          changes.append((column, copyOrSkip(source, tree, known)))
        } else if let kept = known.first {
          changes.append((column, kept))
        }
      }
    }
    let new = rows.add(
      like: row,
      changing: changes.filter { rows.commit(of: $0.folder, in: row) != $0.commit }
    )
    places[source.id] = sources.count
    sources.append(Walked(id: source.id, tree: source.tree, row: new))
  }

  /// What a commit of a folder comes from in a parent, negative for nothing.
  private func commit(
    before source: SplitSource,
    in column: Int,
    _ parent: Walked
  ) -> Int {
    let there = rows.commit(of: column, in: parent.row)
    guard column >= folders.count,
      let folder = following.first(where: { $0.value == column })?.key,
      let origin = origins[Arrival(commit: source.id, parent: parent.id, folder: folder)]
    else { return there }
    let before = rows.commit(of: following[origin] ?? origin, in: parent.row)
    return before < 0 ? there : before
  }

  /// What `copy_or_skip` in git-subtree decides: a commit that changed nothing of the folder is not
  /// copied, unless it joins histories of which neither has the other.
  private mutating func copyOrSkip(
    _ source: SplitSource,
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
