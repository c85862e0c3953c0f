import Base
import Git
import Model
import Synchronization
import Versions

/// One run of a mirror, for all components at once.
struct MirrorRun {
  typealias Log = (name: ComponentName, log: Result<ReleaseLog, OperationError>)

  /// More than processors, and fewer than a server would turn away.
  private static let connections = 8

  private let mirror: MirrorReleases
  let logs: [Log]
  /// The requested components, or all, that are in the manifest and neither private nor internal.
  let expected: [ComponentName]
  private(set) var work: MirrorWork
  private let branches: [MirrorBranch]

  /// - Parameter staging: Where pushes are prepared, and what other machines have is fetched to.
  /// - Throws: For a URL that is needed and not known.
  init(
    _ mirror: MirrorReleases,
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
    expected = wanted.filter { name in
      state.manifest.components[name]?.isPrivate == false
        && state.manifest.kind(of: name) == .public
    }
    logs = try Self.published(
      zip(names, workspace.readLogs(of: names, in: state)),
      areNamed: !mirror.names.isEmpty,
      in: state
    )
    let repositories = try MirrorRepositories(
      base: mirror.options.base,
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
    let git = RemoteGit(
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
          logs: read
        ) : nil,
      known: KnownCommits(path: "\(shared)/registry-cache/mirrored"),
      git: git,
      staging: isRemote
        ? StagingRepository(path: staging, objects: "\(shared)/objects") : nil,
      isForced: mirror.options.isForced,
      isDryRun: isDryRun,
      branches: Set(mirror.options.branches.map(\.reference))
    )
    try MirroredBranch.check(mirror.options.branches, in: workspace.repository)
    let (all, prepared) = (expected, work)
    branches = try mirror.options.branches.map { branch in
      try MirrorBranch(
        branch,
        of: mirror.names.isEmpty ? nil : Set(all),
        manifest: state.manifest,
        logs: read,
        rules: BranchForms.Rules(
          manifestPath: workspace.manifestPath,
          branch: branch.target,
          base: mirror.options.base,
          target: mirror.target
        ),
        work: prepared,
        in: workspace.repository
      )
    }
  }

  func mirror(in workspace: borrowing Workspace) throws -> MirrorReleases.Result {
    var work = work
    if work.staging != nil { work.git.settings = try work.git.ownSettings() }
    work.staging?.remove()
    defer { work.staging?.remove() }
    let gitDirectory = workspace.repository.gitDirectory
    var surveys = survey(work, in: gitDirectory)
    let found = try record(&surveys, &work, in: workspace)
    let outcomes = push(surveys, work, in: gitDirectory)
    if !work.isDryRun { work.known.save() }
    var (components, failures): ([MirrorReleases.Component], [MirrorReleases.Failure]) = ([], [])
    for (name, log) in logs {
      switch outcomes[name] {
      case .done(var component):
        component.takeover = found[name]
        let offered = try log.get().offered
        component.different = (work.starts[name]?.different ?? []).filter(offered.contains)
        components.append(component)
        if let error = component.conflict(among: offered) {
          failures.append(MirrorReleases.Failure(name: name, error: error))
        }
      case .failed(let error, _):
        // There is nothing else to go on with.
        if logs.count == 1, branches.isEmpty { throw error }
        failures.append(MirrorReleases.Failure(name: name, error: error))
      case nil: break
      }
    }
    var result = MirrorReleases.Result(components: components, failures: failures)
    for var branch in branches {
      branch.work = work
      try follow(branch, &result, in: gitDirectory)
    }
    return result
  }

  /// Updates a branch of all repositories.
  private func follow(
    _ branch: MirrorBranch,
    _ result: inout MirrorReleases.Result,
    in gitDirectory: String
  ) throws {
    let names = branch.components.keys.sorted()
    let reading = MirrorDisplay("reading mirrors", names.count, mirror.progress)
    reading.begin()
    let read = perform(names, reading, in: gitDirectory) { name, _ in
      try unifyingErrors(of: "component '\(name)'") { try branch.work.place(of: name).references() }
    }
    let repository = try Repository.open(at: gitDirectory)
    try repository.storeInMemory()
    let task = "reading the history of \(branch.branch.source)"
    let plan = try branch.plan(
      Dictionary(uniqueKeysWithValues: zip(names, read)),
      in: repository
    ) { mirror.progress(OperationProgress(task, completed: $0, total: $1)) }
    var updates: [MirrorBranch.Update] = []
    var failures: [MirrorReleases.Failure] = []
    func fail(_ name: ComponentName, _ error: OperationError) {
      failures.append(
        MirrorReleases.Failure(name: name, branch: branch.branch, error: error)
      )
    }
    for (name, update) in plan.updates {
      switch update {
      case .success(let update): updates.append(update)
      case .failure(let error): fail(name, error)
      }
    }
    let display = MirrorDisplay("mirroring \(branch.branch.source)", updates.count, mirror.progress)
    display.begin()
    let pushed = perform(updates, display, in: gitDirectory) { update, repository in
      try unifyingErrors(of: "component '\(update.name)'") {
        try branch.push(update, plan.history, from: repository)
      }
    }
    for (update, outcome) in zip(updates, pushed) {
      switch outcome {
      case .success(let made): result.branches.append(made)
      case .failure(let error): fail(update.name, error)
      }
    }
    result.failures += failures.sorted { $0.name < $1.name }
  }

  private typealias Surveys = [ComponentName: Result<MirrorWork.Survey, OperationError>]

  private func survey(_ work: MirrorWork, in gitDirectory: String) -> Surveys {
    let display = MirrorDisplay("reading mirrors", logs.count, mirror.progress)
    // A server may keep silent from the first repository on.
    display.begin()
    let results = perform(logs, display, in: gitDirectory) { item, repository in
      try unifyingErrors(of: "component '\(item.name)'") {
        try work.survey(item.name, item.log.get(), from: repository)
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(logs.map(\.name), results))
  }

  /// Records the commits of the repositories that every later run and clone starts from, as far as
  /// they are to be recorded.
  ///
  /// - Returns: What is gone on from.
  private func record(
    _ surveys: inout Surveys,
    _ work: inout MirrorWork,
    in workspace: borrowing Workspace
  ) throws -> [ComponentName: MirrorReleases.Takeover] {
    var found: [ComponentName: MirrorReleases.Takeover] = [:]
    for (name, survey) in surveys {
      if case .success(.found(_, let takeover)) = survey { found[name] = takeover }
    }
    guard !found.isEmpty else { return [:] }
    // On no branch nothing can be committed, and the repositories themselves say it to the next run.
    if case .detached = try workspace.currentHead() { found = found.mapValues(\.unrecorded) }
    work.starts.merge(found.mapValues(\.start)) { recorded, _ in recorded }
    let unrecorded = found.filter(\.value.isRecorded).mapValues(\.start)
    guard !unrecorded.isEmpty, !work.isDryRun else { return found }
    do {
      _ = try RecordMirrorStarts(starts: unrecorded, context: mirror.context).run(in: workspace)
    } catch {
      for name in found.keys {
        surveys[name] = .failure(OperationError(error).of("component '\(name)'"))
      }
      return [:]
    }
    if let tip = try workspace.currentHead().tip {
      work.starts = try workspace.mirrorStarts(in: workspace.repository.commit(tip).tree)
    }
    return found
  }

  /// Changes the repositories, those of dependencies first.
  private func push(
    _ surveys: Surveys,
    _ work: MirrorWork,
    in gitDirectory: String
  ) -> [ComponentName: MirrorWork.Outcome] {
    var outcomes: [ComponentName: MirrorWork.Outcome] = [:]
    var ready: [ComponentName: (log: ReleaseLog, references: MirrorReferences)] = [:]
    var lacking: [ComponentName: LackingComponent] = [:]
    for (name, log) in logs {
      switch surveys[name] {
      case .success(.ready(let references)), .success(.found(let references, _)):
        ready[name] = (try? log.get()).map { ($0, references) }
      case .failure(let error):
        outcomes[name] = .failed(error, offered: [])
        lacking[name] = LackingComponent(log: try? log.get(), offered: [])
      case .success(.nothing), nil: break
      }
    }
    let display = MirrorDisplay("mirroring", ready.count, mirror.progress)
    display.begin()
    for level in ComponentOrder.levels(of: ready.mapValues(\.log)) {
      let items = level.compactMap { name in ready[name].map { (name, $0.log, $0.references) } }
      let others = lacking
      let results = perform(items, display, in: gitDirectory) { item, repository in
        let (name, log, references) = item
        return try unifyingErrors(of: "component '\(name)'") {
          try work.mirror(name, log, references, lacking: others, from: repository)
        }
      }
      for ((name, log, references), result) in zip(items, results) {
        let outcome: MirrorWork.Outcome
        switch result {
        case .success(let made): outcome = made
        case .failure(let error):
          let offered = log.releases.map(\.version).filter { !references.tags(of: $0).isEmpty }
          outcome = .failed(error, offered: Set(offered))
        }
        outcomes[name] = outcome
        if case .failed(_, let offered) = outcome {
          lacking[name] = LackingComponent(log: log, offered: offered)
        }
      }
    }
    return outcomes
  }

  private func perform<Item: Sendable, Value: Sendable>(
    _ items: [Item],
    _ display: MirrorDisplay,
    in gitDirectory: String,
    _ work: @escaping @Sendable (Item, borrowing Repository) throws -> Value
  ) -> [Result<Value, OperationError>] {
    items.concurrentMap(
      reading: gitDirectory,
      workers: self.work.staging == nil ? nil : Self.connections,
      preparing: { try $0.storeInMemory() }
    ) { item, repository in
      defer { display.advance() }
      return try work(item, repository)
    }
  }
}

extension MirrorReleases.Component {
  /// The error if clients of the repository get something else than a release: when that is found, and
  /// for as long as it is the newest.
  ///
  /// - Parameter offered: All versions that are not withdrawn.
  fileprivate func conflict(among offered: [SemanticVersion]) -> OperationError? {
    let newest = offered.last { !$0.isPrerelease } ?? offered.last
    let versions = takeover == nil ? different.filter { $0 == newest } : different
    guard !versions.isEmpty else { return nil }
    return OperationError(
      .mirrorMismatch,
      "the repository of '\(name)' has other files or dependencies in"
        + " \(versions.map(\.description).joined(separator: ", ")) than the release",
      help: "its tags are never moved: release a newer version for its clients"
    )
  }
}

extension ReleaseLog {
  /// The versions that are not withdrawn, oldest first.
  fileprivate var offered: [SemanticVersion] {
    releases.map(\.version).filter { yank(of: $0) == nil }
  }
}

extension MirrorReleases {
  /// The token of the environment is for the host of the manifest's repositories.
  fileprivate func access(for manifest: Manifest) -> GitAccess {
    guard case .repositories = target, let template = manifest.repositories else { return access }
    return GitAccess.taking(from: template.description).access
  }
}

extension MirrorRun {
  /// The logs without internal releases.
  ///
  /// - Throws: For a requested component that has no others, and where all components are internal.
  static func published(
    _ logs: some Sequence<(ComponentName, Result<ReleaseLog, OperationError>)>,
    areNamed: Bool,
    in state: RegistryState
  ) throws(OperationError) -> [Log] {
    let published = logs.map { name, log -> Log in
      let part = log.flatMap { log in
        Result { () throws(OperationError) in try unifyingErrors { try log.published() } }
      }
      return (name, part)
    }
    let empty = published.filter { (try? $0.log.get().releases.isEmpty) ?? false }.map(\.name)
    if areNamed { for name in empty { try state.refuseInternal(name) } }
    if empty.count == published.count { try state.refuseAllInternal() }
    return published
  }
}

/// The progress of all workers of a mirror run.
final class MirrorDisplay: Sendable {
  private let task: String
  private let finished = Mutex(0)
  private let total: Int
  private let progress: @Sendable (OperationProgress) -> Void

  init(
    _ task: String,
    _ total: Int,
    _ progress: @escaping @Sendable (OperationProgress) -> Void
  ) {
    (self.task, self.total, self.progress) = (task, total, progress)
  }

  func begin() {
    progress(OperationProgress(task, completed: 0, total: total))
  }

  func advance() {
    let completed = finished.withLock { finished in
      finished += 1
      return finished
    }
    progress(
      OperationProgress(task, completed: min(completed, total), total: total)
    )
  }
}

/// Records the state of repositories before the first mirrored commit, so that every clone creates
/// the same commits on top of it.
struct RecordMirrorStarts: WritingOperation {
  let starts: [ComponentName: MirrorStart]
  let context: WriteContext

  struct Result: WritingResult {
    let plan: WritePlan?
    var commit: ObjectID?
  }

  var task: String { "registry mirror" }
  /// Whether it works without working files, since a mirrored repository may be a copy without any.
  var allowsBareRepository: Bool { true }

  func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    var files: [PlannedFile] = []
    var lines: [String] = []
    for (name, start) in starts.sorted(by: { $0.key < $1.key }) {
      let path = workspace.mirrorStartPath(of: name)
      // A file that another run recorded first is kept.
      guard try workspace.content(of: path, in: base.tree) == nil else { continue }
      files.append(try base.file(path, start.text, in: workspace))
      lines.append("\(name) continues from \(start.commit)")
    }
    guard !files.isEmpty else { return Result(plan: nil) }
    let subject =
      files.count == 1
      ? "Record where the repository of \(starts.keys.min().map(\.text) ?? "") stood"
      : "Record where \(files.count) repositories stood"
    return Result(
      plan: WritePlan(
        .commit(
          files: files,
          message: "\(subject)\n\n\(lines.joined(separator: "\n"))\n"
        ),
        reason: "registry: record where mirrored repositories stood"
      )
    )
  }
}
