import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Determines what the mirrored repository of one component lacks.
struct ComponentMirror {
  private var chain: ReleaseChain
  /// The current targets of the repository's references.
  private let present: [String: ObjectID]
  /// Whether the branch may leave its current commit.
  private let isForced: Bool

  private(set) var written: [SemanticVersion] = []
  private(set) var withdrawn: [SemanticVersion] = []
  private(set) var changes: [ReferenceChange] = []
  /// The commits to send with what the references lead to.
  private(set) var history: [ObjectID] = []
  /// What the new commits follow, and the repository has.
  private var parents: Set<ObjectID> = []
  /// The releases among those.
  private var followed: [Release] = []
  /// Whether the branch stays, because its commit does not lead to the newest release.
  private(set) var keepsBranch = false

  static let branch = "refs/heads/main"

  init(_ chain: ReleaseChain, isForced: Bool) {
    (self.chain, self.isForced) = (chain, isForced)
    present = chain.present
  }

  /// Works it out for a repository that is known to be this mirror.
  mutating func plan(in repository: borrowing Repository) throws {
    for release in chain.log.releases where !chain.wasThere(release) {
      try add(release, in: repository)
    }
    try moveBranch(in: repository)
  }

  /// A withdrawn release has no tag, so that it is not chosen again; its commit keeps a reference,
  /// so that clones still get it.
  private func reference(to release: Release) -> String {
    chain.log.yank(of: release.version) == nil ? Self.tag(release) : Self.withdrawn(release)
  }

  private static func tag(_ release: Release) -> String { "refs/tags/\(release.version)" }

  private static func withdrawn(_ release: Release) -> String { "refs/yanked/\(release.version)" }

  private mutating func add(_ release: Release, in repository: borrowing Repository) throws {
    let reference = reference(to: release)
    // A branch that does not know yet of a withdrawal does not take it back.
    guard present[reference] == nil, present[Self.withdrawn(release)] == nil else { return }
    if let tag = present[Self.tag(release)] {
      changes.append(ReferenceChange(reference, to: tag))
      changes.append(ReferenceChange(Self.tag(release), to: nil))
      withdrawn.append(release.version)
    } else {
      changes.append(ReferenceChange(reference, to: try make(release, in: repository)))
      if reference == Self.tag(release) {
        written.append(release.version)
      } else {
        withdrawn.append(release.version)
      }
    }
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

  /// What the new commits follow, and the repository has; stored here as far as it can be made.
  func ends(in repository: borrowing Repository) throws -> Set<ObjectID> {
    var chain = chain
    // A reference that moves leads to what the repository has.
    let moved = Set(changes.compactMap(\.object)).intersection(present.values)
    let releases = chain.log.releases.filter { chain.there($0).map(moved.contains) ?? false }
    for release in followed + releases { _ = try chain.make(release, in: repository) }
    return parents.union(moved).subtracting(history)
  }

  /// The branch is for browsing: it points to the newest release.
  private mutating func moveBranch(in repository: borrowing Repository) throws {
    let offered = chain.log.releases.filter { chain.log.yank(of: $0.version) == nil }
    guard let newest = offered.last(where: { !$0.version.isPrerelease }) ?? offered.last,
      !chain.wasThere(newest)
    else { return }
    let now = present[Self.branch]
    let reference = reference(to: newest)
    let made = changes.first { $0.name == reference }?.object
    let target = try made ?? present[reference] ?? make(newest, in: repository)
    guard target != now else { return }
    if let now, chain.isLinked, !isForced, try !leads(from: now, to: newest, in: repository) {
      // What is withdrawn stays in the history of the branch.
      keepsBranch = !leadsBack(from: newest, to: now)
      return
    }
    changes.append(ReferenceChange(Self.branch, to: target))
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
