import Base
import Git
import Model
import Versions

/// Determines whose repository it is, by the targets of its references.
struct ForeignRepository {
  enum Standing: Equatable {
    /// It is empty, or this mirror.
    case ours
    /// It has commits of others, or those of this mirror from before it had history.
    case foreign(main: ObjectID)
  }

  /// A commit of the repository.
  struct Commit: Sendable {
    let id: ObjectID
    let tree: ObjectID
    let parents: [ObjectID]
    let message: String
    /// Whether there is a package in its root.
    let isPackage: Bool

    /// Whether a mirror made it, this one or another.
    var isMirrored: Bool {
      message.split(separator: "\n").contains { $0.hasPrefix(MirroredRelease.trailer) }
    }

    /// Whether a mirror made it on top of another commit.
    var isLinked: Bool { isMirrored && !parents.isEmpty }
  }

  let component: ComponentName
  let references: MirrorReferences
  /// The whole name of the branch with the releases.
  let branch: String

  init(_ component: ComponentName, _ references: MirrorReferences, branch: String) {
    (self.component, self.references, self.branch) = (component, references, branch)
  }

  /// As people write it.
  var branchName: String { String(branch.dropFirst("refs/heads/".count)) }

  /// - Throws: ``OperationError/Code/mirrorMismatch`` if someone else has pushed to this mirror.
  func standing(
    _ chain: inout ReleaseChain,
    isForced: Bool,
    in repository: borrowing Repository
  ) throws -> Standing {
    // A branch that follows one of the monorepo says nothing about the releases.
    let follows = BranchMarks.branches(in: references).contains(branch)
    let main = follows ? nil : references[branch]
    let ours = chain.log.releases.filter { !chain.wasThere($0) }
    var commits = Set(ours.compactMap { chain.there($0) })
    if let start = chain.start { commits.insert(start.commit) }
    guard let last = ours.last(where: { chain.there($0) != nil }), let there = chain.there(last)
    else {
      guard let main, chain.start?.commit != main else { return .ours }
      // A push that was interrupted, or whose tags were refused.
      if try chain.makes(main, in: repository) { return .ours }
      guard chain.start == nil else {
        if isForced { return .ours }
        throw pushed(
          main,
          help: "nothing was mirrored to it yet: remove 'mirrors/\(component).json' beside the"
            + " manifest in a commit, then run the command again to go on from there"
        )
      }
      return .foreign(main: main)
    }
    let expected = try chain.commit(of: last, in: repository)
    guard try there == expected || chain.isRelease(there, last, in: repository) else {
      if chain.start == nil, let main = references[branch] { return .foreign(main: main) }
      throw Self.mismatch(component, "its '\(last.version)' is '\(there)', expected '\(expected)'")
    }
    if let main, !commits.contains(main), !isForced, try !chain.makes(main, in: repository) {
      throw pushed(main)
    }
    return .ours
  }

  private func pushed(
    _ main: ObjectID,
    help: String? = nil
  ) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' was changed by someone else: its '\(branchName)' is at"
        + " '\(main)', which is not from this mirror",
      help: help
        ?? "make the same change in the monorepo, then use 'registry mirror --force' to take"
        + " '\(branchName)' back to the newest release"
    )
  }

  /// For a tag of someone else that clients read as the version of a release.
  static func taken(
    _ component: ComponentName,
    _ reference: String,
    _ version: SemanticVersion
  ) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' has the tag '\(reference.dropFirst("refs/tags/".count))'"
        + " on another commit than the release \(version), and clients read it as this version",
      help: "remove the tag if no client has resolved it; otherwise withdraw the release with"
        + " 'registry yank \(component) \(version)', and release a newer version"
    )
  }

  static func mismatch(_ component: ComponentName, _ found: String) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' does not match this mirror: \(found)",
      help: "the URLs of a mirror never change: use the same ones, or mirror to another place"
    )
  }
}

/// Where to go on from in a repository that is no mirror yet, or whose record was lost.
extension ForeignRepository {
  /// - Throws: ``OperationError/Code/mirrorMismatch`` for what is not the component's.
  func start(
    main: ObjectID,
    at place: any MirrorPlace,
    _ chain: ReleaseChain,
    isForced: Bool,
    in repository: borrowing Repository
  ) throws -> MirrorReleases.Takeover {
    // They say how far it is a mirror.
    let telling = [branch] + chain.log.releases.compactMap(reference)
    let commits = try Commit.read(telling, from: place.repository(with: telling, depth: 1))
    if let lost = try lostStart(at: place, commits, chain, in: repository) {
      // What is refused with its record is refused without it, and not recorded.
      var chain = chain.starting(at: lost)
      _ = try standing(&chain, isForced: isForced, in: repository)
      return try takeover(lost, commits, chain, in: repository)
    }
    guard let tip = commits[branch] else {
      throw Self.mismatch(component, "its '\(branchName)' cannot be read")
    }
    if tip.isMirrored, try !isEarlierMirror(main, chain, in: repository) {
      throw Self.mismatch(component, "it was mirrored with other URLs, or from another repository")
    }
    guard tip.isPackage else {
      throw OperationError(
        .mirrorMismatch,
        "the repository of '\(component)' is not one of a package: its '\(branchName)'"
          + " has no 'Package.swift'",
        help: "check where 'registry mirror --list' says that it is"
      )
    }
    let start = MirrorStart(commit: main, tags: tags(of: chain) { _ in true })
    return try takeover(start, commits, chain, in: repository)
  }

  /// The start of this mirror where its record was never pushed: the commit that the first release
  /// in the repository follows.
  ///
  /// - Returns: `nil` if no release of this monorepo follows anything there.
  private func lostStart(
    at place: any MirrorPlace,
    _ commits: [String: Commit],
    _ chain: ReleaseChain,
    in repository: borrowing Repository
  ) throws -> MirrorStart? {
    let releases = chain.log.releases.reversed().compactMap(reference)
    guard let reference = ([branch] + releases).first(where: { commits[$0]?.isLinked == true })
    else { return nil }
    let count = chain.log.releases.count + 1
    let line = try Commit.line(
      from: reference,
      count: count,
      in: place.repository(with: [reference], depth: count)
    )
    guard let newest = line.first, let commit = line.first(where: { !$0.isLinked }) else {
      return nil
    }
    let start = MirrorStart(
      commit: commit.id,
      tags: tags(of: chain) { commits[$0]?.isLinked != true }
    )
    // Its name depends on all that it follows.
    var chain = chain.starting(at: start)
    return try chain.makes(newest.id, in: repository) ? start : nil
  }

  private func takeover(
    _ start: MirrorStart,
    _ commits: [String: Commit],
    _ chain: ReleaseChain,
    in repository: borrowing Repository
  ) throws -> MirrorReleases.Takeover {
    var start = start
    var taken: [String] = []
    var different: [String] = []
    start.different = []
    for release in chain.log.releases where start.tags[release.version] != nil {
      guard let reference = references.tags(of: release.version).first else { continue }
      let tag = Self.name(reference)
      if let commit = commits[reference], try isRelease(commit, release, chain, in: repository) {
        taken.append(tag)
      } else {
        different.append(tag)
        start.different.append(release.version)
      }
    }
    let ours = chain.log.releases.filter { start.tags[$0.version] == nil }
      .map { Self.name(ReleaseChain.tag(of: $0)) }
    return MirrorReleases.Takeover(
      start: start,
      branch: branchName,
      taken: taken,
      different: different,
      otherTags: otherTags(besides: taken + ours)
    )
  }

  /// Whether clients of the repository get the release with the commit.
  ///
  /// With the component's own files they do, unless its manifests need to be rewritten for them.
  private func isRelease(
    _ commit: Commit,
    _ release: Release,
    _ chain: ReleaseChain,
    in repository: borrowing Repository
  ) throws -> Bool {
    if commit.tree == release.tree, release.edits.isEmpty { return true }
    return try commit.tree
      == MirroredRelease(
        component: component,
        release: release,
        repositories: chain.repositories
      ).tree(in: repository)
  }

  /// Returns the objects that the references of recorded releases lead to.
  private func tags(
    of chain: ReleaseChain,
    where isKept: (String) -> Bool
  ) -> [SemanticVersion: ObjectID] {
    var tags: [SemanticVersion: ObjectID] = [:]
    for release in chain.log.releases {
      guard let reference = reference(release), isKept(reference) else { continue }
      tags[release.version] = references[reference]
    }
    return tags
  }

  /// Where the repository has a release, under any tag that clients read as its version, or
  /// withdrawn.
  private func reference(_ release: Release) -> String? {
    let withdrawn = ReleaseChain.withdrawn(release)
    return references.tags(of: release.version).first
      ?? (references[withdrawn] == nil ? nil : withdrawn)
  }

  /// Whether it has this mirror's own releases, from before history was asked for.
  private func isEarlierMirror(
    _ main: ObjectID,
    _ chain: ReleaseChain,
    in repository: borrowing Repository
  ) throws -> Bool {
    guard chain.history != nil,
      let release = chain.log.releases.last(where: { chain.there($0) == main })
    else { return false }
    return try MirroredRelease(
      component: component,
      release: release,
      repositories: chain.repositories
    ).commit(parents: [], in: repository) == main
  }

  /// The tags that look like versions and were not taken.
  private func otherTags(besides taken: [String]) -> [String] {
    references.objects.keys.compactMap(VersionTag.init(reference:)).map(\.name)
      .filter { !taken.contains($0) }.sorted()
  }

  private static func name(_ reference: String) -> String {
    String(reference.dropFirst("refs/tags/".count))
  }
}

extension ForeignRepository.Commit {
  fileprivate static func read(
    _ references: [String],
    from repository: borrowing Repository
  ) throws -> [String: ForeignRepository.Commit] {
    var commits: [String: ForeignRepository.Commit] = [:]
    for reference in references {
      // A tag of something else is no release.
      guard let id = try? repository.commit(named: reference) else { continue }
      commits[reference] = try Self(id, in: repository)
    }
    return commits
  }

  /// So many commits from what a reference leads to, each followed by its first parent.
  fileprivate static func line(
    from reference: String,
    count: Int,
    in repository: borrowing Repository
  ) throws -> [ForeignRepository.Commit] {
    var line: [ForeignRepository.Commit] = []
    var next: ObjectID? = try repository.commit(named: reference)
    while let id = next, line.count < count, repository.contains(id) {
      let commit = try Self(id, in: repository)
      line.append(commit)
      next = commit.parents.first
    }
    return line
  }

  private init(_ id: ObjectID, in repository: borrowing Repository) throws {
    let commit = try repository.commit(id)
    let names = try repository.entries(of: commit.tree).map(\.name)
    self.init(
      id: id,
      tree: commit.tree,
      parents: commit.parents,
      message: commit.message,
      isPackage: names.contains("Package.swift")
    )
  }
}
