import Git
import GitValues
import RegistryModel
import Versioning
import Workspace

/// Decides whose a repository is, by what its references lead to.
struct ForeignRepository {
  enum Standing: Equatable {
    /// It is empty, or this mirror.
    case ours
    /// Somebody else's commits are in it, or this mirror's from before it had history.
    case foreign(main: ObjectID)
  }

  /// A commit of the repository.
  struct Commit: Sendable {
    let tree: ObjectID
    let message: String
    /// Whether there is a package in its root.
    let isPackage: Bool
  }

  private let component: ComponentName
  private let present: [String: ObjectID]

  init(_ component: ComponentName, present: [String: ObjectID]) {
    (self.component, self.present) = (component, present)
  }

  /// - Throws: ``OperationError/Code/mirrorMismatch`` if somebody has pushed to this mirror.
  func standing(
    _ chain: inout ReleaseChain,
    isForced: Bool,
    in repository: borrowing Repository
  ) throws -> Standing {
    let main = present[ComponentMirror.branch]
    let ours = chain.log.releases.filter { !chain.wasThere($0) }
    var commits = Set(ours.compactMap { chain.there($0) })
    if let start = chain.start { commits.insert(start.commit) }
    guard let last = ours.last(where: { chain.there($0) != nil }), let there = chain.there(last)
    else {
      guard let main, chain.start?.commit != main else { return .ours }
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
      if chain.start == nil, let main { return .foreign(main: main) }
      throw Self.mismatch(component, "its '\(last.version)' is '\(there)', expected '\(expected)'")
    }
    if let main, !commits.contains(main), !isForced { throw pushed(main) }
    return .ours
  }

  /// Where to go on from.
  ///
  /// - Parameter commits: What the branch and the tags of recorded releases lead to.
  /// - Throws: ``OperationError/Code/mirrorMismatch`` for what is not the component's.
  func start(
    main: ObjectID,
    _ commits: [String: Commit],
    _ chain: ReleaseChain,
    in repository: borrowing Repository
  ) throws -> (start: MirrorStart, taken: [SemanticVersion]) {
    guard let tip = commits[ComponentMirror.branch] else {
      throw Self.mismatch(component, "its 'main' cannot be read")
    }
    let isMirror = tip.message.split(separator: "\n")
      .contains { $0.hasPrefix(MirroredRelease.trailer) }
    if isMirror, try !isEarlierMirror(main, chain, in: repository) {
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
    var tags: [SemanticVersion: ObjectID] = [:]
    var taken: [SemanticVersion] = []
    for release in chain.log.releases {
      let name = "refs/tags/\(release.version)"
      guard let there = present[name] else { continue }
      tags[release.version] = there
      let mirrored = MirroredRelease(
        component: component,
        release: release,
        repositories: chain.repositories
      )
      if let commit = commits[name],
        try commit.tree == release.tree || commit.tree == mirrored.tree(in: repository)
      {
        taken.append(release.version)
      }
    }
    return (MirrorStart(commit: main, tags: tags), taken)
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

  private func pushed(
    _ main: ObjectID,
    help: String =
      "make the same change in the monorepo, then use 'registry mirror --force' to take"
      + " 'main' back to the newest release"
  ) -> OperationError {
    OperationError(
      .mirrorMismatch,
      "the repository of '\(component)' was changed by somebody else: its 'main' is at '\(main)',"
        + " which is not from this mirror",
      help: help
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
