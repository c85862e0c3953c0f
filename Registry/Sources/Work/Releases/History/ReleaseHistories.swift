package import Git
package import Model
package import Versions

/// The commits between many releases and later states of their components.
package struct ReleaseHistories {
  /// A component that differs from its release.
  package struct Change: Hashable {
    package let component: ComponentName
    /// The paths of the component: its folder first, then those outside of it that are published
    /// with it.
    package let paths: [TreePath]
    /// The last release; `nil` for a component that was never released.
    package let since: Release?
    /// The commit from which its changes count.
    package let start: ObjectID

    /// Creates a change since the commit of a release.
    package init(of component: ComponentName, paths: [TreePath], since: Release) {
      (self.component, self.paths, self.since) = (component, paths, since)
      start = since.source
    }

    /// - Parameter start: The commit since which the changes of a component count that was never
    ///   released.
    package init(of component: ComponentName, paths: [TreePath], after start: ObjectID) {
      (self.component, self.paths, self.start) = (component, paths, start)
      since = nil
    }
  }

  /// The commit at which the histories end.
  package let tip: ObjectID
  private let trees: CommitTrees
  private let files: ComponentTrees

  /// - Parameters:
  ///   - manifest: Its path, by which components are found where they were before.
  ///   - files: Which files are the components'.
  package init(tip: ObjectID, manifest: TreePath, of files: ComponentTrees) {
    (self.tip, self.files) = (tip, files)
    trees = CommitTrees(manifest: manifest)
  }

  /// The commits that made each change: without merges and without those that changed only what the
  /// release left out, newest first; empty if the history does not show them.
  ///
  /// One walk finds those since all releases whose sources are in the history; of the others, each
  /// takes a walk of its own.
  package func histories(
    of changes: [Change],
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [[ObjectID]] {
    let sources = changes.map(\.start)
    let queries = try changes.map { try self.queries(of: $0, in: repository) }
    let reached = try repository.ancestors(
      among: Set(sources),
      of: tip,
      graph: &graph
    )
    let near = changes.indices.filter { reached.contains(sources[$0]) }
    let found = try repository.commits(
      of: near.flatMap { index in queries[index].map { $0(sources[index]) } },
      from: tip,
      graph: &graph
    )
    var following: [Int: [ObjectID]] = [:]
    var rest = found[...]
    for index in near {
      let lists = rest.prefix(queries[index].count)
      let parting = try partingCommits(of: changes[index], graph: &graph, in: repository)
      let commits = try merged(parting.isEmpty ? Array(lists) : lists + [parting], in: repository)
      following[index] = try commits.filter { commit in
        try !isRelease(commit, of: changes[index], graph: &graph, in: repository)
      }
      rest = rest.dropFirst(lists.count)
    }
    return try changes.indices.map { index in
      let change = changes[index]
      if let commits = following[index] {
        return try published(commits, of: change, in: repository)
      }
      // Where history was cut off, its end seems to have changed everything.
      guard !repository.isShallow else { return [] }
      let commits = try commits(apartFromSource: change, graph: &graph, in: repository)
      return try published(commits, of: change, in: repository)
    }
  }

  private typealias Query = (_ start: ObjectID?) -> PathQuery

  /// The questions for the commits of a change since some start, that for its folder first.
  private func queries(
    of change: Change,
    in repository: borrowing Repository
  ) throws -> [Query] {
    guard let folder = change.paths.first else { return [] }
    let then = try change.since.map { try others(at: $0, of: change.component, in: repository) }
    let all = Set(files.otherPaths(at: folder).map { $0.below(folder) } + (then ?? []))
    let without = all.filter { !$0.ancestors.contains(where: all.contains) }.sorted()
    let own: Query = { [trees] in
      trees.query(change.component, at: folder, without: without, since: $0)
    }
    return [own] + change.paths.dropFirst().map { path in { PathQuery(path, since: $0) } }
  }

  /// The paths in the folder of a release that are not part of it, which may have left it since.
  private func others(
    at release: Release,
    of component: ComponentName,
    in repository: borrowing Repository
  ) throws -> [TreePath] {
    guard !release.parts.isEmpty, repository.contains(release.source),
      let (manifest, files) = try trees.layout(
        in: repository.commit(release.source).tree,
        repository
      ), let folder = manifest.components[component]?.path
    else { return [] }
    return files.otherPaths(at: folder).map { $0.below(folder) }
  }

  /// The commits that changed the component's folder since a commit that is not in the tip's history.
  private func commits(
    apartFromSource change: Change,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard let path = change.paths.first else { return [] }
    func found(since start: ObjectID?) throws -> [ObjectID] {
      let lists = try repository.commits(
        of: queries(of: change, in: repository).prefix(1).map { $0(start) },
        from: tip,
        includingMerges: true,
        graph: &graph
      )
      return try merged(lists, in: repository)
    }
    func isNoMerge(_ commit: ObjectID) throws -> Bool {
      try graph.parents(of: commit, in: repository).count < 2
    }
    if let tree = change.since?.tree {
      // The commit it was made from is gone, after a squash or a rebase. What is left is its tree:
      // all that is newer than the newest commit that has it.
      let all = try found(since: nil)
      let end = try all.firstIndex { commit in
        try trees.tree(
          of: change.component,
          expecting: tree,
          inCommit: commit,
          now: path,
          in: repository
        ) == tree
      }
      if let end { return try all[..<end].filter(isNoMerge) }
    }
    // It is on a branch that was never merged.
    guard try repository.header(of: change.start)?.kind == .commit else { return [] }
    return try found(since: change.start).filter(isNoMerge)
  }

  /// Whether a commit is the one that the release was made in, right after its source, and which wrote
  /// the version into files.
  private func isRelease(
    _ commit: ObjectID,
    of change: Change,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard let release = change.since, let path = change.paths.first,
      try graph.parents(of: commit, in: repository) == [release.source]
    else { return false }
    func hasRelease(_ commit: ObjectID) throws -> Bool {
      try trees.tree(
        of: change.component,
        expecting: release.tree,
        inCommit: commit,
        now: path,
        in: repository
      ) == release.tree
    }
    return try hasRelease(commit) && !hasRelease(release.source)
  }

  /// The commits since the release that gave a part of the component's folder to another component, or
  /// took it back, which changes what the component has without a change of a file.
  private func partingCommits(
    of change: Change,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard let folder = change.paths.first, let release = change.since else { return [] }
    let now = files.otherPaths(at: folder).map { $0.below(folder) }
    let then = try self.others(at: release, of: change.component, in: repository)
    // What was no part of the release, and is none now, is not missed.
    let given = try now.filter { path in
      try repository.contains(release.tree)
        && repository.entry(at: path, in: release.tree) != nil
    }
    let root = try repository.commit(tip).tree
    let taken = try then.filter { path in
      try !now.contains(path) && repository.entry(at: folder.appending(path), in: root) != nil
    }
    let moved = Set(given + taken)
    guard !moved.isEmpty else { return [] }
    func others(in root: ObjectID) throws -> [TreePath] {
      guard let (manifest, files) = try trees.layout(in: root, repository),
        let folder = manifest.components[change.component]?.path
      else { return [] }
      return files.otherPaths(at: folder).map { $0.below(folder) }
    }
    return try repository.commits(
      touching: trees.manifestPath,
      from: tip,
      excluding: change.start,
      graph: &graph
    ).filter { id in
      let commit = try repository.commit(id)
      guard commit.parents.count == 1, let parent = commit.parents.first else { return false }
      let before = try others(in: repository.commit(parent).tree)
      let changed = try Set(before).symmetricDifference(others(in: commit.tree))
      return !changed.isDisjoint(with: moved)
    }
  }

  /// Removes the commits that changed only files which the release left out; keeps all of them if no
  /// other would remain.
  private func published(
    _ commits: [ObjectID],
    of change: Change,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard let omits = change.since?.omits, !omits.isEmpty, let path = change.paths.first else {
      return commits
    }
    let published = try commits.filter { id in
      let commit = try repository.commit(id)
      let parent = try commit.parents.first.map { try repository.commit($0).tree }
      let layout = try trees.layout(in: commit.tree, repository)
      let folder = layout?.manifest.components[change.component]?.path ?? path
      let others = layout?.trees.otherPaths(at: folder) ?? []
      let changed = try repository.changes(from: parent, to: commit.tree).map(\.path)
        .filter { file in
          change.paths.dropFirst().contains(where: file.isInside)
            || file.isInside(folder) && !others.contains(where: file.isInside)
        }
      return changed.isEmpty
        || !changed.allSatisfy { file in
          file.isInside(folder) && file.below(folder).andAncestors.contains(where: omits.contains)
        }
    }
    // Attributes outside of the folder may leave out less than before.
    return published.isEmpty ? commits : published
  }

  /// The commits of several paths, each once.
  private func merged(
    _ lists: [[ObjectID]],
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard lists.count > 1 else { return lists.first ?? [] }
    var times: [(id: ObjectID, time: Int64)] = []
    var met: Set<ObjectID> = []
    for id in lists.joined() where met.insert(id).inserted {
      times.append((id, try repository.commit(id).committer.time.seconds))
    }
    // Those of the same second stay in their order.
    return times.enumerated().sorted { first, second in
      (second.element.time, first.offset) < (first.element.time, second.offset)
    }.map(\.element.id)
  }
}
