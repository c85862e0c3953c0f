import Git
import Model
import Versions

/// Determines what the mirrored repository of one component lacks.
struct ComponentMirror: MirrorUpdate {
  private var chain: ReleaseChain
  /// The branch that shows the newest release, by its whole name.
  let branch: String
  /// Whether the branch may leave its current commit.
  private let isForced: Bool
  /// Whether the branch shows the newest release: not where it follows one of the monorepo.
  private let showsReleases: Bool

  private(set) var written: [SemanticVersion] = []
  private(set) var withdrawn: [SemanticVersion] = []
  private(set) var changes: [ReferenceChange] = []
  /// The commits to send with what the references lead to.
  private(set) var history: [ObjectID] = []
  /// The commits that the new ones follow, and that the repository has.
  private var parents: Set<ObjectID> = []
  /// The releases among those.
  private var followed: [Release] = []
  /// Whether the branch stays, because its commit does not lead to the newest release.
  private(set) var keepsBranch = false

  init(_ chain: ReleaseChain, branch: String, showsReleases: Bool, isForced: Bool) {
    (self.chain, self.branch, self.isForced) = (chain, branch, isForced)
    self.showsReleases = showsReleases
  }

  var references: MirrorReferences { chain.references }

  /// Works it out for a repository that is known to be this mirror.
  mutating func plan(in repository: borrowing Repository) throws {
    for release in chain.log.releases {
      if chain.log.yank(of: release.version) != nil {
        try withdraw(release, in: repository)
      } else if !chain.wasThere(release) {
        try add(release, in: repository)
      }
    }
    if showsReleases { try moveBranch(in: repository) }
  }

  /// A withdrawn release has no tag, so that it is not chosen again; its commit keeps a reference,
  /// so that clones still get it.
  private func reference(to release: Release) -> String {
    chain.log.yank(of: release.version) == nil
      ? ReleaseChain.tag(of: release) : ReleaseChain.withdrawn(release)
  }

  private mutating func add(_ release: Release, in repository: borrowing Repository) throws {
    // A branch that does not know yet of a withdrawal does not take it back.
    guard chain.there(release) == nil else { return }
    let commit = try make(release, in: repository)
    // Who has the version would get another commit, and be warned of it.
    for tag in references.tags(of: release.version) where references.commit(at: tag) != commit {
      throw ForeignRepository.taken(chain.component, tag, release.version)
    }
    changes.append(ReferenceChange(ReleaseChain.tag(of: release), to: commit))
    written.append(release.version)
  }

  /// Each step may be the first that is left: a run may end, or a server refuse one, after any.
  private mutating func withdraw(_ release: Release, in repository: borrowing Repository) throws {
    // What others tagged after the repository was taken over is not ours to remove.
    let tags =
      chain.wasThere(release)
      ? references.tags(of: release.version)
      : [ReleaseChain.tag(of: release)].filter { references[$0] != nil }
    let reference = ReleaseChain.withdrawn(release)
    let before = changes.count
    if references[reference] == nil {
      if let commit = tags.first.flatMap(references.commit) {
        changes.append(ReferenceChange(reference, to: commit))
      } else if !chain.wasThere(release) {
        changes.append(ReferenceChange(reference, to: try make(release, in: repository)))
      }
    }
    changes += tags.map { ReferenceChange($0, to: nil) }
    if changes.count > before { withdrawn.append(release.version) }
  }

  /// Leaves only the withdrawals of what the repository has.
  mutating func holdReleases() {
    let (branch, known) = (branch, references.known)
    changes.removeAll { change in
      guard let object = change.object else { return false }
      return change.name == branch || !known.contains(object)
    }
    (written, history, parents, followed) = ([], [], [], [])
  }

  /// The releases that clients can choose once the changes are made, without those to these
  /// references.
  func offered(without refused: Set<String>) -> Set<SemanticVersion> {
    var names = Set(references.objects.keys)
    for change in changes where !refused.contains(change.name) {
      if change.object == nil { names.remove(change.name) } else { names.insert(change.name) }
    }
    return Set(
      chain.log.releases.map(\.version).filter { version in
        chain.start?.tags[version] != nil || names.contains("refs/tags/\(version)")
      }
    )
  }

  /// Stores what the repository lacks of a release.
  private mutating func make(
    _ release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let commit = try chain.make(release, in: repository)
    if let before = chain.releaseBefore(release), chain.isLinked {
      if let there = chain.there(before) {
        parents.insert(there)
        followed.append(before)
      }
    } else if chain.isLinked, let start = chain.start {
      parents.insert(start.commit)
    }
    if let own = try chain.ownCommit(of: release, in: repository), let all = chain.history {
      var known: [ObjectID] = []
      for other in chain.log.releases where chain.there(other) != nil && !chain.wasThere(other) {
        if let own = try chain.ownCommitThere(of: other, in: repository) { known.append(own) }
      }
      let new = try all.write(own, without: known + history, in: repository)
      history += new.commits
      parents.formUnion(new.ends)
    }
    return commit
  }

  /// Returns the commits that the new ones follow, and that the repository has; stored here as far
  /// as they can be made.
  func ends(in repository: borrowing Repository) throws -> Set<ObjectID> {
    var chain = chain
    // A reference that moves leads to what the repository has.
    let moved = Set(changes.compactMap(\.object)).intersection(references.known)
    let releases = chain.log.releases.filter { release in
      !chain.wasThere(release) && chain.there(release).map(moved.contains) ?? false
    }
    for release in followed + releases { _ = try chain.make(release, in: repository) }
    return parents.union(moved).subtracting(history)
  }

  /// The branch is for browsing: it points to the newest release.
  private mutating func moveBranch(in repository: borrowing Repository) throws {
    let offered = chain.log.releases.filter { chain.log.yank(of: $0.version) == nil }
    guard let newest = offered.last(where: { !$0.version.isPrerelease }) ?? offered.last,
      !chain.wasThere(newest)
    else { return }
    let now = references[branch]
    let reference = reference(to: newest)
    let made = changes.first { $0.name == reference }?.object
    let target = try made ?? references[reference] ?? make(newest, in: repository)
    guard target != now else { return }
    if let now, chain.isLinked, !isForced, try !leads(from: now, to: newest, in: repository) {
      // What is withdrawn stays in the history of the branch.
      keepsBranch = !leadsBack(from: newest, to: now)
      return
    }
    changes.append(ReferenceChange(branch, to: target))
  }

  /// Whether a commit of the chain, or where it starts, is before a release.
  private mutating func leads(
    from commit: ObjectID,
    to release: Release,
    in repository: borrowing Repository
  ) throws -> Bool {
    var place: Release? = release
    while let release = place {
      if try (chain.there(release) ?? chain.commit(of: release, in: repository)) == commit {
        return true
      }
      place = chain.releaseBefore(release)
    }
    return chain.start?.commit == commit
  }

  /// Whether the branch is at a later release, which was withdrawn.
  private func leadsBack(from release: Release, to commit: ObjectID) -> Bool {
    var place = chain.log.releases.first { chain.there($0) == commit }
    while let later = place {
      if later.version == release.version { return true }
      place = chain.releaseBefore(later)
    }
    return false
  }
}
