import Base
import Git
import Model
import Versions

/// Has a branch of each component's repository follow a branch of the monorepo.
///
/// Each commit of the monorepo that changed the form of a component is a commit of its repository,
/// with its author, dates and message. All of them are worked out in each run, in one walk for all
/// components, so that every machine makes the same ones; those that a repository lacks are stored
/// and pushed.
struct MirrorBranch {
  let branch: MirroredBranch
  let tip: ObjectID
  /// The folders of the components at the tip.
  let components: [ComponentName: TreePath]
  let logs: [ComponentName: ReleaseLog]
  let rules: BranchForms.Rules
  var work: MirrorWork

  /// - Parameters:
  ///   - names: The components that were asked for; `nil` for all.
  ///   - manifest: That of the checked-out branch, for a branch that has none.
  init(
    _ branch: MirroredBranch,
    of names: Set<ComponentName>?,
    manifest: Manifest,
    logs: [ComponentName: ReleaseLog],
    rules: BranchForms.Rules,
    work: MirrorWork,
    in repository: borrowing Repository
  ) throws {
    if repository.isShallow {
      throw OperationError(
        .shallowClone,
        "the clone is shallow, and a branch cannot be mirrored without its whole history",
        help: repository.helpForMissing
      )
    }
    (self.branch, self.logs, self.rules, self.work) = (branch, logs, rules, work)
    tip = try branch.tip(in: repository)
    let root = try repository.commit(tip).tree
    let own = BranchForms(rules).manifest(in: root, of: repository) ?? manifest
    var components: [ComponentName: TreePath] = [:]
    for (name, component) in own.components
    where own.isMirrored(name) && names?.contains(name) ?? true {
      guard try repository.tree(at: component.path, in: root) != nil else { continue }
      components[name] = component.path
    }
    self.components = components
  }

  /// The change of one repository.
  struct Update: MirrorUpdate, Sendable {
    let name: ComponentName
    let references: MirrorReferences
    var result: MirrorReleases.BranchUpdate
    var changes: [ReferenceChange] = []
    /// The commits of this mirror that the repository is known to have.
    var known: [ObjectID] = []
    /// The commits that are sent.
    var history: [ObjectID] = []
    /// The commits that they follow, and the repository has.
    var parents: Set<ObjectID> = []

    func ends(in repository: borrowing Repository) throws -> Set<ObjectID> { parents }
  }

  /// The changes to each repository.
  struct Plan: Sendable {
    let history: SplitHistory
    /// In the order of the names.
    let updates: [(name: ComponentName, update: Result<Update, OperationError>)]
  }

  /// Works out what happens to the repositories with these references; nothing is written to them.
  func plan(
    _ references: [ComponentName: Result<MirrorReferences, OperationError>],
    in repository: borrowing Repository,
    progress: (_ walked: Int, _ all: Int) -> Void
  ) throws -> Plan {
    let forms = BranchForms(rules)
    var read: [ComponentName: MirrorReferences] = [:]
    var updates: [ComponentName: Result<Update, OperationError>] = [:]
    for (name, found) in references {
      switch found {
      case .success(let found): read[name] = found
      case .failure(let error): updates[name] = .failure(error)
      }
    }
    let reached = components.filter { read[$0.key] != nil }
    let folders = try BranchFolders(of: reached, forms, from: tip, in: repository)
    var starts: [ComponentName: SplitStart] = [:]
    for (name, found) in read {
      for mark in BranchMarks(of: branch, in: found).starts where repository.contains(mark.source) {
        starts[name] = try folders.start(name, mark.source, mark.commit, forms, in: repository)
      }
    }
    var history = try folders.split(forms, after: starts, in: repository, progress: progress)
    var continued: [ComponentName: SplitStart] = [:]
    for (name, found) in read {
      do {
        let start = try start(of: name, found, history, folders, forms, in: repository)
        if let start { continued[name] = start }
      } catch let error as OperationError {
        updates[name] = .failure(error.of("component '\(name)'"))
      }
    }
    if !continued.isEmpty {
      starts.merge(continued) { $1 }
      history = try folders.split(forms, after: starts, in: repository, progress: progress)
    }
    for (name, found) in read where updates[name] == nil {
      updates[name] = Result { () throws(OperationError) in
        try unifyingErrors(of: "component '\(name)'") {
          try update(name, found, continuing: continued[name], history, forms, in: repository)
        }
      }
    }
    return Plan(
      history: history,
      updates: updates.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    )
  }

  /// Stores the commits of an update, and sends them unless nothing is to be written.
  ///
  /// - Parameter history: That of the plan.
  func push(
    _ update: Update,
    _ history: SplitHistory,
    from repository: borrowing Repository
  ) throws -> MirrorReleases.BranchUpdate {
    var update = update
    if update.changes.isEmpty { return update.result }
    let sent = try history.write(
      update.result.commit,
      without: update.known,
      forming: BranchForms(rules),
      in: repository
    )
    update.history = sent.commits
    update.result.commits = sent.commits.count
    // A mark may be all that is missing of a commit that is there.
    let there = Set(update.changes.compactMap(\.object)).intersection(update.references.known)
    update.parents = there.union(sent.ends)
    if work.isDryRun { return update.result }
    let refusals = try work.place(of: update.name).apply(update, from: repository)
    if let first = refusals.first {
      let (url, all) = (update.result.repository, update.changes.count)
      throw first.error(url, of: refusals.count, among: all)
    }
    return update.result
  }

  /// Where the branch of a repository goes on from, if that is not a commit of this mirror yet.
  ///
  /// - Throws: If it has commits that it cannot go on from.
  private func start(
    of name: ComponentName,
    _ references: MirrorReferences,
    _ history: SplitHistory,
    _ folders: BranchFolders,
    _ forms: BranchForms,
    in repository: borrowing Repository
  ) throws -> SplitStart? {
    guard let there = references[branch.reference], !history.contains(there) else { return nil }
    let marks = BranchMarks(of: branch, in: references).newest
    if let mark = marks.first(where: { $0.commit == there }) {
      // It has commits with other URLs, or with a form of an earlier version: it goes on from them.
      if history.has(mark.source) {
        return try folders.start(name, mark.source, there, forms, in: repository)
      }
      if try isNewer(mark.source, in: repository) || work.isForced { return nil }
      throw try rewritten(name, mark.source, in: repository)
    }
    if work.isForced { return nil }
    if !marks.isEmpty { throw try changed(name, there) }
    for release in logs[name]?.releases ?? [] where history.has(release.source) {
      let names = [ReleaseChain.tag(of: release), ReleaseChain.withdrawn(release)]
      guard names.contains(where: { references.commit(at: $0) == there }) else { continue }
      return try folders.start(name, release.source, there, forms, in: repository)
    }
    let tree = try commit(of: name).tree
    if let source = try folders.newest(name, with: tree, in: history, repository) {
      return try folders.start(name, source, there, forms, in: repository)
    }
    throw foreign(name, there)
  }

  private func update(
    _ name: ComponentName,
    _ references: MirrorReferences,
    continuing start: SplitStart?,
    _ history: SplitHistory,
    _ forms: BranchForms,
    in repository: borrowing Repository
  ) throws -> Update {
    guard let folder = components[name], let new = history.commit(of: folder, at: tip) else {
      throw OperationError(.corrupt, "'\(branch.source)' has no commit of '\(name)'")
    }
    let there = references[branch.reference]
    let marks = BranchMarks(of: branch, in: references)
    var update = Update(
      name: name,
      references: references,
      result: MirrorReleases.BranchUpdate(
        name: name,
        repository: try work.url(of: name),
        branch: branch,
        commit: new,
        start: start?.commit
      )
    )
    if let there, there != new, !history.isAncestor(there, of: new) {
      if let mark = marks.newest.first(where: { $0.commit == there }),
        try isNewer(mark.source, in: repository)
      {
        update.result.isBehind = true
        update.result.commit = there
        return update
      }
      if !work.isForced { throw try rewritten(name, there, in: repository) }
    }
    if there != new {
      let root = try repository.commit(tip).tree
      if let tree = try repository.tree(at: folder, in: root),
        let fault = try forms.form(of: folder, tree, in: root, of: repository).fault
      {
        throw fault
      }
      update.changes.append(ReferenceChange(branch.reference, to: new))
    }
    let known = marks.newest.map(\.commit) + marks.starts.map(\.commit) + [there].compactMap(\.self)
    update.known = known.filter(history.contains)
    mark(&update, new, start, marks)
    return update
  }

  /// Adds the marks for the new commits, and removes those that they replace.
  private func mark(
    _ update: inout Update,
    _ new: ObjectID,
    _ start: SplitStart?,
    _ marks: BranchMarks
  ) {
    let isMarked = marks.newest.contains { $0.commit == new }
    guard !isMarked || !update.changes.isEmpty || start != nil else { return }
    var wanted = [BranchMarks.newest(of: branch) + tip.hex: new]
    var old = marks.newest
    if isMarked, update.changes.isEmpty { (wanted, old) = ([:], []) }
    if let start {
      wanted[BranchMarks.start(of: branch) + start.source.hex] = start.commit
      old += marks.starts
    }
    for (name, commit) in wanted.sorted(by: { $0.key < $1.key })
    where update.references[name] != commit {
      update.changes.append(ReferenceChange(name, to: commit))
    }
    for mark in old where wanted[mark.reference] == nil {
      update.changes.append(ReferenceChange(mark.reference, to: nil))
    }
  }

  /// Whether a commit is one that the branch here does not have yet.
  private func isNewer(
    _ source: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    try repository.contains(source) && repository.isAncestor(tip, of: source)
  }
}

/// Why a repository's branch cannot follow.
extension MirrorBranch {
  private func rewritten(
    _ name: ComponentName,
    _ source: ObjectID,
    in repository: borrowing Repository
  ) throws -> OperationError {
    guard repository.contains(source) else {
      return OperationError(
        .mirrorMismatch,
        "the repository of '\(name)' has the commit '\(source)' of '\(branch.source)', which this"
          + " clone does not have",
        help: "fetch '\(branch.source)' first; if it was rewritten, \(forcing)"
      )
    }
    return OperationError(
      .mirrorMismatch,
      "'\(branch.source)' was rewritten: the repository of '\(name)' has the commit '\(source)',"
        + " which the branch does not have any more",
      help: "bring the commit back; or \(forcing)"
    )
  }

  private func changed(_ name: ComponentName, _ there: ObjectID) throws -> OperationError {
    let commit = try commit(of: name)
    return OperationError(
      .mirrorMismatch,
      "the repository of '\(name)' was changed by someone else: its '\(branch.target)' is at"
        + " '\(there)' ('\(commit.summary)' by \(commit.author.name)), which is not from this mirror",
      help: "make the same change in the monorepo; then \(forcing)"
    )
  }

  private func foreign(_ name: ComponentName, _ there: ObjectID) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(name)' has a branch '\(branch.target)' that is not from this mirror: the"
        + " files of its commit '\(there)' are those of no commit of '\(branch.source)'",
      help: "give '\(name)' these files in a commit, to go on from there; or \(forcing)"
    )
  }

  private var forcing: String {
    "'registry mirror … --branch \(branch.description) --force' replaces '\(branch.target)' there"
  }

  /// The commit of the repository's branch.
  private func commit(of name: ComponentName) throws -> Commit {
    let repository = try work.place(of: name).repository(with: [branch.reference], depth: 1)
    return try repository.commit(repository.commit(named: branch.reference))
  }
}

/// The folders of components in the history of a branch.
private struct BranchFolders {
  private let components: [ComponentName: TreePath]
  private let tip: ObjectID
  private let moves: Set<MovedFolder>
  private let places: [ComponentName: Set<TreePath>]

  init(
    of components: [ComponentName: TreePath],
    _ forms: BranchForms,
    from tip: ObjectID,
    in repository: borrowing Repository
  ) throws {
    (self.components, self.tip) = (components, tip)
    let queries = components.filter { !$0.value.isRoot }.sorted { $0.key < $1.key }
      .map { forms.query($0.key, at: $0.value) }
    var graph = CommitGraph()
    moves = try repository.moves(of: queries, from: tip, graph: &graph)
    let origins = Dictionary(grouping: moves, by: \.to).mapValues { $0.map(\.from) }
    places = components.mapValues { folder in
      var (open, seen) = ([folder], Set([folder]))
      while let next = open.popLast() {
        for origin in origins[next] ?? [] where seen.insert(origin).inserted { open.append(origin) }
      }
      return seen
    }
  }

  func split(
    _ forms: BranchForms,
    after starts: [ComponentName: SplitStart],
    in repository: borrowing Repository,
    progress: (_ walked: Int, _ all: Int) -> Void
  ) throws -> SplitHistory {
    try SplitHistory(
      of: Set(places.values.joined()).sorted(),
      following: moves,
      forming: forms,
      after: Array(starts.values),
      from: tip,
      in: repository,
      progress: progress
    )
  }

  /// The history of a component that goes on from a commit of its repository.
  func start(
    _ name: ComponentName,
    _ source: ObjectID,
    _ commit: ObjectID,
    _ forms: BranchForms,
    in repository: borrowing Repository
  ) throws -> SplitStart? {
    let root = try repository.commit(source).tree
    let known = forms.manifest(in: root, of: repository)?.components[name]?.path
    for folder in [known].compactMap(\.self) + (places[name] ?? []).sorted() {
      guard let tree = try repository.tree(at: folder, in: root) else { continue }
      return SplitStart(
        folders: places[name] ?? [],
        source: source,
        commit: commit,
        tree: try forms.tree(of: folder, tree, in: root, of: repository)
      )
    }
    return nil
  }

  /// The newest commit of the branch at which a component has these files.
  func newest(
    _ name: ComponentName,
    with tree: ObjectID,
    in history: SplitHistory,
    _ repository: borrowing Repository
  ) throws -> ObjectID? {
    guard let folder = components[name] else { return nil }
    var next: ObjectID? = tip
    while let commit = next {
      guard let found = history.tree(of: folder, at: commit) else { return nil }
      if found == tree { return commit }
      next = try repository.commit(commit).parents.first
    }
    return nil
  }
}
