import Git
import Model
import Versions

/// The commits of a component's releases and how they follow each other.
///
/// A release is a commit without parents, so that it depends on nothing but its record, unless there
/// is something to go on from: a repository that existed, or the component's own history. Then its
/// first parent is the release that it was compared with, which its record names, or else the
/// greatest below it that is not younger; and for a first release, where the repository stood.
struct ReleaseChain {
  let component: ComponentName
  let log: ReleaseLog
  let repositories: MirrorRepositories
  /// Where the repository stood before.
  private(set) var start: MirrorStart?
  /// `nil` where releases are all that the repository has.
  let history: MirrorHistory?
  let known: KnownCommits
  /// The references of the repository.
  let references: MirrorReferences

  private var commits: [SemanticVersion: ObjectID] = [:]
  /// The commits that this value has stored.
  private(set) var made: Set<ObjectID> = []

  init(
    of component: ComponentName,
    _ log: ReleaseLog,
    _ repositories: MirrorRepositories,
    start: MirrorStart?,
    history: MirrorHistory?,
    known: KnownCommits,
    references: MirrorReferences
  ) {
    (self.component, self.log, self.repositories) = (component, log, repositories)
    (self.start, self.history, self.known, self.references) = (start, history, known, references)
  }

  /// The same releases on top of another commit.
  func starting(at start: MirrorStart) -> ReleaseChain {
    var chain = self
    (chain.start, chain.commits, chain.made) = (start, [:], [])
    return chain
  }

  /// Whether releases have parents.
  var isLinked: Bool { start != nil || history != nil }

  /// Whether the release was in the repository before anything was mirrored to it.
  func wasThere(_ release: Release) -> Bool { start?.tags[release.version] != nil }

  /// The name of a release's commit.
  mutating func commit(
    of release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    if let there = start?.tags[release.version] { return there }
    if let known = commits[release.version] { return known }
    let parents = try parents(of: release, in: repository)
    let mirrored = mirrored(release)
    let id =
      try known.commit(mirrored, parents: parents)
      ?? make(release, parents: parents, in: repository)
    commits[release.version] = id
    return id
  }

  /// Stores a release's commit, and returns its name.
  mutating func make(
    _ release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID {
    if let id = commits[release.version], made.contains(id) { return id }
    return try make(
      release,
      parents: parents(of: release, in: repository),
      in: repository
    )
  }

  private mutating func make(
    _ release: Release,
    parents: [ObjectID],
    in repository: borrowing Repository
  ) throws -> ObjectID {
    let id = try mirrored(release).commit(parents: parents, in: repository)
    known.note(id, of: mirrored(release), parents: parents)
    commits[release.version] = id
    made.insert(id)
    return id
  }

  private func mirrored(_ release: Release) -> MirroredRelease {
    MirroredRelease(component: component, release: release, repositories: repositories)
  }

  /// The release before, and the component's own commit.
  private mutating func parents(
    of release: Release,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    guard isLinked else { return [] }
    let own = try ownCommit(of: release, in: repository)
    return [try place(before: release, in: repository), own].compactMap(\.self)
  }

  /// The release before, or else where the repository stood.
  private mutating func place(
    before release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    guard let before = releaseBefore(release) else { return start?.commit }
    return try there(before) ?? commit(of: before, in: repository)
  }

  /// The component's own commit that a release was made from.
  func ownCommit(
    of release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    try history?.commit(of: release, of: component, in: repository)
  }

  /// The release of this chain that another one follows; `nil` where that is the start.
  func releaseBefore(_ release: Release) -> Release? {
    var before = log.releases.last { $0.version < release.version && $0.date <= release.date }
    if let since = release.interface?.since.flatMap({ log.release($0) }) {
      // What was withdrawn by then was compared with nothing, and the branch has it.
      before = log.releases.last { other in
        guard other.version < release.version else { return false }
        if other.version == since.version { return true }
        guard let yank = log.yank(of: other.version) else { return false }
        return other.date <= release.date && yank.date <= release.date
      }
    }
    if let withdrawn = greaterWithdrawn(before: release, after: before) { before = withdrawn }
    return before.flatMap { wasThere($0) ? nil : $0 }
  }

  /// The component's own commit that the repository has of a release.
  mutating func ownCommitThere(
    of release: Release,
    in repository: borrowing Repository
  ) throws -> ObjectID? {
    let own = try ownCommit(of: release, in: repository)
    let inPlace = try history?.commitInPlace(of: release, of: component, in: repository)
    if own == inPlace { return own }
    return try there(release) == commit(of: release, in: repository) ? own : inPlace
  }

  /// The withdrawn release with a greater version that a release takes the place of: the branch has
  /// it, and goes on from there.
  private func greaterWithdrawn(before release: Release, after last: Release?) -> Release? {
    let greater = log.releases.filter { other in
      other.version > release.version && other.date < release.date
    }
    let areWithdrawn = greater.allSatisfy { other in
      log.yank(of: other.version).map { $0.date <= release.date } ?? false
    }
    guard let withdrawn = greater.last, areWithdrawn else { return nil }
    // Releases that came before it, or after its withdrawal, do not follow it.
    var place: Release? = withdrawn
    while let other = place, other.version != last?.version { place = releaseBefore(other) }
    return place?.version == last?.version ? withdrawn : nil
  }

  /// Whether a commit is a release that follows another one than it would now.
  ///
  /// Where a record does not name the release before, a branch that is merged later may bring one.
  /// And the history of a component that moved once ended at the move.
  mutating func isRelease(
    _ commit: ObjectID,
    _ release: Release,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard isLinked else { return false }
    let own = try ownCommit(of: release, in: repository)
    let inPlace = try history?.commitInPlace(of: release, of: component, in: repository)
    var parents: [[ObjectID?]] = []
    if own != inPlace { parents.append([try place(before: release, in: repository), inPlace]) }
    if release.interface?.since == nil {
      var places = log.releases.filter { $0.version < release.version }.compactMap(there)
      if let start { places.append(start.commit) }
      for own in own == inPlace ? [own] : [own, inPlace] {
        parents += places.reversed().map { [$0, own] }
      }
    }
    for parents in parents.map({ $0.compactMap(\.self) }) {
      let made =
        try known.commit(mirrored(release), parents: parents)
        ?? mirrored(release).commit(parents: parents, in: repository)
      known.note(made, of: mirrored(release), parents: parents)
      if made == commit { return true }
    }
    return false
  }

  /// Whether a commit is one of the releases, whether their tags are there or not.
  mutating func makes(_ commit: ObjectID, in repository: borrowing Repository) throws -> Bool {
    let releases = log.releases.reversed().filter { !wasThere($0) }
    for release in releases where try self.commit(of: release, in: repository) == commit {
      return true
    }
    for release in releases where try isRelease(commit, release, in: repository) { return true }
    return false
  }

  /// The whole name of the branch that shows the newest release: the one that clones check out,
  /// unless the mirror was begun on `main`.
  mutating func branch(in repository: borrowing Repository) throws -> String {
    let main = "refs/heads/main"
    guard let head = references.head, head != main, head.hasPrefix("refs/heads/") else {
      return main
    }
    guard let other = references[main] else { return head }
    guard let tip = references[head] else { return main }
    return try !isOurs(tip, in: repository) && isOurs(other, in: repository) ? main : head
  }

  /// Whether a branch is at a release of this mirror.
  private mutating func isOurs(
    _ commit: ObjectID,
    in repository: borrowing Repository
  ) throws -> Bool {
    if log.releases.contains(where: { !wasThere($0) && there($0) == commit }) { return true }
    return try makes(commit, in: repository)
  }

  /// Returns the object that the repository has for a release; `nil` if it has none.
  func there(_ release: Release) -> ObjectID? {
    references[Self.tag(of: release)] ?? references[Self.withdrawn(release)]
  }

  /// The whole name of the tag that a release gets.
  static func tag(of release: Release) -> String { "refs/tags/\(release.version)" }

  /// The whole name of the reference that keeps the commit of a withdrawn release.
  static func withdrawn(_ release: Release) -> String { "refs/yanked/\(release.version)" }
}
