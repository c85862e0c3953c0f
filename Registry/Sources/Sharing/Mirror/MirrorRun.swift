import Files
import Git
import GitValues
import RegistryModel
import Synchronization
import Versioning
import Workspace
import Writing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One run of a mirror, for all components at once.
struct MirrorRun {
  typealias Log = (name: ComponentName, log: Result<ReleaseLog, OperationError>)

  /// More than processors, and fewer than a server would turn away.
  private static let connections = 8

  private let mirror: Mirror
  let logs: [Log]
  /// The requested components, or all, that are in the manifest and not private.
  let expected: [ComponentName]
  private(set) var work: MirrorWork

  /// - Parameter staging: Where pushes are prepared, and what other machines have is fetched to.
  /// - Throws: For a URL that is needed and not known.
  init(
    _ mirror: Mirror,
    staging: String,
    in workspace: borrowing Workspace,
    isDryRun: Bool
  ) throws {
    guard let tip = workspace.tip else {
      throw OperationError.noCommit()
    }
    let repository = workspace.repository.gitDirectory
    let shared = workspace.repository.commonDirectory
    let state = try workspace.state(at: tip)
    let names = try workspace.loggedComponents(named: mirror.names, in: state)
    let wanted = mirror.names.isEmpty ? Array(state.manifest.components.keys) : names
    expected = wanted.filter { state.manifest.components[$0]?.isPrivate == false }
    logs = Array(zip(names, try workspace.readLogs(of: names, in: state)))
    let repositories = try MirrorRepositories(
      base: mirror.options.base.map(MirrorBase.init),
      manifest: state.manifest,
      target: mirror.target
    )
    var read: [ComponentName: ReleaseLog] = [:]
    for (name, log) in logs {
      guard let log = try? log.get() else { continue }
      read[name] = log
      for release in log.releases { try repositories.check(release, of: name) }
    }
    let isRemote = if case .folder = mirror.target { false } else { true }
    let configuration = try workspace.repository.configuration()
    let git = GitProgram(
      repository,
      mirror.access(for: state.manifest),
      limit: mirror.options.limit,
      configuration: configuration
    )
    self.mirror = mirror
    work = MirrorWork(
      target: mirror.target,
      repositories: repositories,
      starts: try workspace.mirrorStarts(in: workspace.repository.commit(tip).tree),
      history: state.manifest.hasFullHistory
        ? MirrorHistory(
          of: state,
          at: tip,
          manifestPath: workspace.manifestPath,
          logs: read,
          cache: "\(shared)/registry-cache/split",
          isKept: !isDryRun
        ) : nil,
      known: KnownCommits(path: "\(shared)/registry-cache/mirrored"),
      git: git,
      staging: isRemote
        ? StagingRepository(path: staging, objects: "\(shared)/objects") : nil,
      isForced: mirror.options.isForced,
      isDryRun: isDryRun
    )
  }

  func mirror(in workspace: borrowing Workspace) throws -> Mirror.Result {
    var work = work
    work.staging?.settings = try work.git.ownSettings()
    work.staging?.remove()
    defer { work.staging?.remove() }
    let display = Display(logs.count, mirror.progress)
    // A server may keep silent from the first repository on.
    display.begin()
    var outcomes: [ComponentName: Result<MirrorWork.Outcome, OperationError>] = [:]
    perform(logs, work, display, in: workspace.repository.gitDirectory, &outcomes)
    // There is nothing else to go on with.
    if logs.count == 1, let outcome = outcomes.values.first { _ = try outcome.get() }
    var found: [ComponentName: Mirror.Takeover] = [:]
    for (name, outcome) in outcomes {
      if case .success(.found(let takeover)) = outcome { found[name] = takeover }
    }
    if !found.isEmpty {
      if case .detached = try workspace.currentHead() {
        found = found.mapValues(\.unrecorded)
      }
      try goOn(from: found, work, display, in: workspace, &outcomes)
      if logs.count == 1, let outcome = outcomes.values.first { _ = try outcome.get() }
    }
    if !work.isDryRun { work.known.save() }
    var (components, failures): ([Mirror.Component], [Mirror.Failure]) = ([], [])
    for (name, _) in logs {
      switch outcomes[name] {
      case .success(.done(var component)):
        component.takeover = component.takeover ?? found[name]
        components.append(component)
      case .failure(let error): failures.append(Mirror.Failure(name: name, error: error))
      case .success(.found), .success(.nothing), nil: break
      }
    }
    return Mirror.Result(components: components, failures: failures)
  }

  /// Records the commits of the repositories that every later run and clone starts from, as far as
  /// they are to be recorded, then continues.
  private func goOn(
    from found: [ComponentName: Mirror.Takeover],
    _ work: MirrorWork,
    _ display: Display,
    in workspace: borrowing Workspace,
    _ outcomes: inout [ComponentName: Result<MirrorWork.Outcome, OperationError>]
  ) throws {
    var work = work
    // On no branch nothing can be committed, and the repositories themselves say it to the next run.
    work.starts.merge(found.mapValues(\.start)) { recorded, _ in recorded }
    let unrecorded = found.filter(\.value.isRecorded).mapValues(\.start)
    if !unrecorded.isEmpty {
      do {
        _ = try RecordMirrorStarts(starts: unrecorded, context: mirror.context).run(in: workspace)
      } catch {
        for name in found.keys {
          outcomes[name] = .failure(OperationError(error).of("component '\(name)'"))
        }
        return
      }
      if let tip = try workspace.currentHead().tip {
        work.starts = try workspace.mirrorStarts(in: workspace.repository.commit(tip).tree)
      }
    }
    let gitDirectory = workspace.repository.gitDirectory
    perform(logs.filter { found[$0.name] != nil }, work, display, in: gitDirectory, &outcomes)
    for name in found.keys {
      guard case .success(.found) = outcomes[name] else { continue }
      outcomes[name] = .failure(
        OperationError(
          .movedMeanwhile,
          "the repository of '\(name)' changed while it was mirrored",
          help: "run the command again"
        )
      )
    }
  }

  private func perform(
    _ logs: [Log],
    _ work: MirrorWork,
    _ display: Display,
    in gitDirectory: String,
    _ outcomes: inout [ComponentName: Result<MirrorWork.Outcome, OperationError>]
  ) {
    let workers = MirrorWorkers(
      logs.map { (name: $0.name, log: $0.log) },
      gitDirectory: gitDirectory,
      finished: { display.advance() }
    ) { item, repository in
      try unifyingErrors(of: "component '\(item.name)'") {
        try work.mirror(item.name, item.log.get(), from: repository)
      }
    }
    let processors = ProcessInfo.processInfo.activeProcessorCount
    let results = workers.run(work.staging == nil ? processors : Self.connections)
    for (log, result) in zip(logs, results) { outcomes[log.name] = result }
  }
}

extension MirrorRun {
  /// The one display of all workers.
  private final class Display: Sendable {
    private let finished = Mutex(0)
    private let total: Int
    private let progress: @Sendable (OperationProgress) -> Void

    init(_ total: Int, _ progress: @escaping @Sendable (OperationProgress) -> Void) {
      (self.total, self.progress) = (total, progress)
    }

    func begin() {
      progress(OperationProgress("mirroring", completed: 0, total: total))
    }

    func advance() {
      let completed = finished.withLock { finished in
        finished += 1
        return finished
      }
      progress(
        OperationProgress("mirroring", completed: min(completed, total), total: total)
      )
    }
  }
}

extension Mirror {
  /// The token of the environment is for the host of the manifest's repositories.
  fileprivate func access(for manifest: Manifest) -> GitAccess {
    guard case .repositories = target, let template = manifest.repositories else { return access }
    return GitAccess(user: nil, password: nil, for: template.description)
  }
}
