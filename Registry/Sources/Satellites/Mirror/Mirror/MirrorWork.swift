import Base
import Git
import Model
import Versions
import Synchronization

/// Updates one component's repository, in parallel with others.
struct MirrorWork: Sendable {
  let target: MirrorTarget
  let repositories: MirrorRepositories
  /// Where each repository stood, as far as that is recorded.
  var starts: [ComponentName: MirrorStart]
  /// `nil` where releases are all that is mirrored.
  let history: MirrorHistory?
  let known: KnownCommits
  var git: RemoteGit
  /// Where pushes are prepared; `nil` where repositories are in a folder of this machine.
  var staging: StagingRepository?
  let isForced: Bool
  let isDryRun: Bool
  /// The whole names of the branches that follow those of the monorepo in this run.
  let branches: Set<String>

  /// The state of a repository before anything is written.
  enum Survey: Sendable {
    /// For a component that was never released.
    case nothing
    case ready(MirrorReferences)
    /// The state of the repository has to be recorded.
    case found(MirrorReferences, MirrorReleases.Takeover)
  }

  /// The result for one repository.
  enum Outcome: Sendable {
    case done(MirrorReleases.Component)
    /// The changes that were not refused are made all the same: clients can choose these versions.
    case failed(OperationError, offered: Set<SemanticVersion>)
  }

  func survey(
    _ name: ComponentName,
    _ log: ReleaseLog,
    from repository: borrowing Repository
  ) throws -> Survey {
    if log.releases.isEmpty { return .nothing }
    if case .repositories = target { try repositories.checkOwner(of: name, log) }
    let place = try place(of: name)
    let references = try place.references()
    var chain = chain(of: name, log, references)
    let foreign = try foreign(&chain, in: repository)
    guard case .foreign(let main) = try foreign.standing(&chain, isForced: isForced, in: repository)
    else { return .ready(references) }
    let takeover = try foreign.start(
      main: main,
      at: place,
      chain,
      isForced: isForced,
      in: repository
    )
    return .found(references, takeover)
  }

  /// - Parameters:
  ///   - references: What the survey found.
  ///   - lacking: The components that could not be mirrored.
  func mirror(
    _ name: ComponentName,
    _ log: ReleaseLog,
    _ references: MirrorReferences,
    lacking: [ComponentName: LackingComponent],
    from repository: borrowing Repository
  ) throws -> Outcome {
    let place = try place(of: name)
    var chain = chain(of: name, log, references)
    let foreign = try foreign(&chain, in: repository)
    guard try foreign.standing(&chain, isForced: isForced, in: repository) == .ours else {
      throw OperationError(
        .movedMeanwhile,
        "the repository of '\(name)' changed while it was mirrored",
        help: "run the command again"
      )
    }
    let following = branches.union(BranchMarks.branches(in: references))
    var mirror = ComponentMirror(
      chain,
      branch: foreign.branch,
      showsReleases: !following.contains(foreign.branch),
      isForced: isForced
    )
    try mirror.plan(in: repository)
    let held = Self.refusal(of: log, mirror.written, lacking)
    if held != nil { mirror.holdReleases() }
    let refusals = try isDryRun ? [] : place.apply(mirror, from: repository)
    let url = try url(of: name)
    let refused = refusals.first?.error(url, of: refusals.count, among: mirror.changes.count)
    if let error = held ?? refused {
      let offered = mirror.offered(without: Set(refusals.map(\.reference)))
      return .failed(error.of("component '\(name)'"), offered: offered)
    }
    let head = references.head.map { String($0.dropFirst("refs/heads/".count)) }
    return .done(
      MirrorReleases.Component(
        name: name,
        repository: url,
        written: mirror.written,
        withdrawn: mirror.withdrawn,
        branch: foreign.branchName,
        keepsBranch: mirror.keepsBranch,
        otherDefault: head == foreign.branchName ? nil : head
      )
    )
  }

  /// The reason why releases are held: clients that choose one must find what it depends on.
  private static func refusal(
    of log: ReleaseLog,
    _ written: [SemanticVersion],
    _ lacking: [ComponentName: LackingComponent]
  ) -> OperationError? {
    for release in written.compactMap({ log.release($0) }) {
      for (dependency, requirement) in release.requires.sorted(by: { $0.key < $1.key })
      where lacking[dependency]?.lacks(requirement) == true {
        return OperationError(
          .dependencyNotMirrored,
          "release \(release.version) was not pushed: it depends on '\(dependency)', which could not"
            + " be mirrored",
          help: "see the error of '\(dependency)', then run the command again"
        )
      }
    }
    return nil
  }

  private func foreign(
    _ chain: inout ReleaseChain,
    in repository: borrowing Repository
  ) throws -> ForeignRepository {
    let branch = try chain.branch(in: repository)
    return ForeignRepository(chain.component, chain.references, branch: branch)
  }

  /// The path or the URL of a component's repository.
  func url(of name: ComponentName) throws(OperationError) -> String {
    switch target {
    case .folder, .remote: return "\(target)/\(repositories.packageName(of: name)).git"
    case .repositories:
      if let url = repositories.url(of: name) { return url }
      throw OperationError(
        .noBaseURL,
        "the manifest names no repository of '\(name)'",
        help: "name those of all with 'registry set repositories"
          + " https://git.example.com/swift-{name}', or this one with 'registry set \(name).repository'"
      )
    }
  }

  func place(of name: ComponentName) throws(OperationError) -> any MirrorPlace {
    let url = try url(of: name)
    guard let staging else { return LocalPlace(mirrored: BareRepository(path: url)) }
    return RemotePlace(
      url: url,
      git: git,
      staging: StagingRepository(
        path: "\(staging.path)/\(name).git",
        objects: staging.objects
      )
    )
  }

  private func chain(
    of name: ComponentName,
    _ log: ReleaseLog,
    _ references: MirrorReferences
  ) -> ReleaseChain {
    ReleaseChain(
      of: name,
      log,
      repositories,
      start: starts[name],
      history: history,
      known: known,
      references: references
    )
  }
}
