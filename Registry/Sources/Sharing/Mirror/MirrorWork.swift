import Files
import Git
import GitValues
import RegistryModel
import Synchronization
import Versioning
import Workspace
import Writing

/// Updates one component's repository, in parallel with others.
struct MirrorWork: Sendable {
  let target: MirrorTarget
  let repositories: MirrorRepositories
  /// Where each repository stood, as far as that is recorded.
  var starts: [ComponentName: MirrorStart]
  /// `nil` where releases are all that is mirrored.
  let history: MirrorHistory?
  let known: KnownCommits
  let git: GitProgram
  /// Where pushes are prepared; `nil` where repositories are in a folder of this machine.
  var staging: StagingRepository?
  let isForced: Bool
  let isDryRun: Bool

  /// The state of a repository.
  enum Outcome: Sendable {
    /// For a component that was never released.
    case nothing
    case done(Mirror.Component)
    /// The state of the repository has to be recorded.
    case found(Mirror.Takeover)
  }

  func mirror(
    _ name: ComponentName,
    _ log: ReleaseLog,
    from repository: borrowing Repository
  ) throws -> Outcome {
    if log.releases.isEmpty { return .nothing }
    let url = try url(of: name)
    let place = place(url, of: name)
    let present = try place.references()
    var chain = chain(of: name, log, present, start: starts[name])
    let foreign = ForeignRepository(name, present: present)
    var takeover: Mirror.Takeover?
    if case .foreign(let main) = try foreign.standing(&chain, isForced: isForced, in: repository) {
      let found = try takeOver(place, main, foreign, chain, in: repository)
      guard isDryRun else { return .found(found) }
      chain = chain.starting(at: found.start)
      takeover = found
    }
    var mirror = ComponentMirror(chain, isForced: isForced)
    try mirror.plan(in: repository)
    if !isDryRun { try place.apply(mirror, present: present, from: repository) }
    return .done(
      Mirror.Component(
        name: name,
        repository: url,
        written: mirror.written,
        withdrawn: mirror.withdrawn,
        takeover: takeover,
        keepsBranch: mirror.keepsBranch
      )
    )
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
        help: "add the URL of all under \"repositories\", as in"
          + " \"https://git.example.com/swift-{name}\", or of this one as its \"repository\""
      )
    }
  }

  private func place(_ url: String, of name: ComponentName) -> any MirrorPlace {
    guard let staging else { return LocalPlace(mirrored: BareRepository(path: url)) }
    return RemotePlace(
      url: url,
      git: git,
      staging: StagingRepository(
        path: "\(staging.path)/\(name).git",
        objects: staging.objects,
        settings: staging.settings
      )
    )
  }

  private func chain(
    of name: ComponentName,
    _ log: ReleaseLog,
    _ present: [String: ObjectID],
    start: MirrorStart?
  ) -> ReleaseChain {
    ReleaseChain(
      of: name,
      log,
      repositories,
      start: start,
      history: history,
      known: known,
      present: present
    )
  }

  private func takeOver(
    _ place: any MirrorPlace,
    _ main: ObjectID,
    _ foreign: ForeignRepository,
    _ chain: ReleaseChain,
    in repository: borrowing Repository
  ) throws -> Mirror.Takeover {
    let tags = chain.log.releases.map { "refs/tags/\($0.version)" }
      .filter { chain.present[$0] != nil }
    let commits = try place.commits(at: [ComponentMirror.branch] + tags)
    return try foreign.start(
      main: main,
      commits,
      chain,
      isForced: isForced,
      in: repository
    ) { reference, count in
      try place.line(from: reference, count: count)
    }
  }
}
