import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Where to go on from in a repository that is no mirror yet, or whose record was lost.
extension ForeignRepository {
  /// - Parameters:
  ///   - commits: What the branch and the tags of recorded releases lead to.
  ///   - line: Reads so many commits from what a reference leads to, each followed by its first parent.
  /// - Throws: ``OperationError/Code/mirrorMismatch`` for what is not the component's.
  func start(
    main: ObjectID,
    _ commits: [String: Commit],
    _ chain: ReleaseChain,
    isForced: Bool,
    in repository: borrowing Repository,
    line: (_ reference: String, _ count: Int) throws -> [Commit]
  ) throws -> Mirror.Takeover {
    if let lost = try lostStart(commits, chain, in: repository, line: line) {
      // What is refused with its record is refused without it, and not recorded.
      var chain = chain.starting(at: lost)
      _ = try standing(&chain, isForced: isForced, in: repository)
      return try takeover(lost, commits, chain, in: repository)
    }
    guard let tip = commits[ComponentMirror.branch] else {
      throw Self.mismatch(component, "its 'main' cannot be read")
    }
    if tip.isMirrored, try !isEarlierMirror(main, chain, in: repository) {
      throw Self.mismatch(component, "it was mirrored with other URLs, or from another repository")
    }
    guard tip.isPackage else {
      throw OperationError(
        .mirrorMismatch,
        "the repository of '\(component)' is not one of a package: its 'main' has no"
          + " 'Package.swift'",
        help: "check where 'registry mirror --list' says that it is"
      )
    }
    let start = MirrorStart(commit: main, tags: tags(of: chain, where: { _ in true }))
    return try takeover(start, commits, chain, in: repository)
  }

  /// The start of this mirror where its record was never pushed: the commit that the first release
  /// in the repository follows.
  ///
  /// - Returns: `nil` if no release of this monorepo follows anything there.
  private func lostStart(
    _ commits: [String: Commit],
    _ chain: ReleaseChain,
    in repository: borrowing Repository,
    line: (_ reference: String, _ count: Int) throws -> [Commit]
  ) throws -> MirrorStart? {
    let references = [ComponentMirror.branch] + chain.log.releases.reversed().map(Self.tag)
    guard let reference = references.first(where: { commits[$0]?.isLinked == true }) else {
      return nil
    }
    let line = try line(reference, chain.log.releases.count + 1)
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
  ) throws -> Mirror.Takeover {
    var taken: [SemanticVersion] = []
    var different: [SemanticVersion] = []
    for release in chain.log.releases where start.tags[release.version] != nil {
      if let commit = commits[Self.tag(release)],
        try isRelease(commit, release, chain, in: repository)
      {
        taken.append(release.version)
      } else {
        different.append(release.version)
      }
    }
    let ours = chain.log.releases.map(\.version).filter { start.tags[$0] == nil }
    return Mirror.Takeover(
      start: start,
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

  /// What the tags of recorded releases lead to.
  private func tags(
    of chain: ReleaseChain,
    where isKept: (String) -> Bool
  ) -> [SemanticVersion: ObjectID] {
    var tags: [SemanticVersion: ObjectID] = [:]
    for release in chain.log.releases where isKept(Self.tag(release)) {
      tags[release.version] = present[Self.tag(release)]
    }
    return tags
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
  func otherTags(besides taken: [SemanticVersion]) -> [String] {
    let names = Set(taken.map(\.description))
    return present.keys.compactMap { reference in
      guard reference.hasPrefix("refs/tags/") else { return nil }
      let name = String(reference.dropFirst("refs/tags/".count))
      let version = name.hasPrefix("v") ? String(name.dropFirst()) : name
      guard (try? SemanticVersion(version)) != nil, !names.contains(name) else { return nil }
      return name
    }.sorted()
  }

  private static func tag(_ release: Release) -> String { "refs/tags/\(release.version)" }
}
