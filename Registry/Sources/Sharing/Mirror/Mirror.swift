import Files
import Git
import PublishedForm
import RegistryModel
import Synchronization
package import Versioning
package import Workspace
package import Writing

/// Gives each component a git repository of its own, with a plain version tag for each release.
///
/// What is there already is known by its name and not made again.
package struct Mirror: Sendable {
  private let names: [String]
  private let target: MirrorTarget
  private let base: String?
  private let context: WriteContext
  private let progress: @Sendable (OperationProgress) -> Void

  /// - Parameters:
  ///   - names: Components in a person's spelling; none means all that were ever released.
  ///   - base: Where clients will find the repositories; a server's own address if it is not given.
  package init(
    _ names: [String] = [],
    to target: MirrorTarget,
    base: String? = nil,
    context: WriteContext = WriteContext(),
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    self.names = names
    self.target = target
    self.base = base
    self.context = context
    self.progress = progress
  }

  package struct Result: Hashable, Sendable {
    /// Those that have every release, by name.
    package let components: [Component]
    /// Those that could not be mirrored, by name.
    package let failures: [Failure]
  }

  package struct Component: Hashable, Sendable {
    package let name: ComponentName
    /// Its path or its address.
    package let repository: String
    /// The releases that it had not, oldest first.
    package let written: [SemanticVersion]
    /// Those that lost their tags.
    package let withdrawn: [SemanticVersion]
  }

  package struct Failure: Hashable, Sendable {
    package let name: ComponentName
    package let error: OperationError
  }

  /// The repositories of all that would be mirrored, whether they exist or not, by name.
  package func repositories(
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [(component: ComponentName, repository: String)] {
    try unifyingErrors {
      let (logs, state) = try logs(in: workspace)
      let work = try work(for: logs, state, staging: nil, in: workspace, isDryRun: true)
      return try logs.filter { try !$0.log.get().releases.isEmpty }
        .map { ($0.name, try work.place(of: $0.name)) }
    }
  }

  /// - Throws: Where nothing can be mirrored; what stops one of several components is in the result.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      // A refusal leaves not even a folder.
      let (logs, state) = try logs(in: workspace)
      let staging = staging(of: workspace.repository)
      let work = try work(for: logs, state, staging: staging, in: workspace, isDryRun: false)
      return try withExtendedLifetime(lock(workspace.repository)) { _ in
        if let staging { try LocalFile.removeAll(staging) }
        defer { if let staging { try? LocalFile.removeAll(staging) } }
        return try mirror(logs, work)
      }
    }
  }

  /// What ``run(in:)`` would write; nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      let (logs, state) = try logs(in: workspace)
      return try mirror(
        logs,
        work(for: logs, state, staging: nil, in: workspace, isDryRun: true)
      )
    }
  }

  /// Where what is to be pushed is put together; `nil` where nothing is pushed.
  private func staging(of repository: borrowing Repository) -> String? {
    if case .folder = target { return nil }
    return "\(repository.commonDirectory)/registry-mirror"
  }

  /// Keeps other runs away.
  private func lock(_ repository: borrowing Repository) throws(OperationError) -> FileLock {
    let shared = repository.commonDirectory
    return try unifyingErrors {
      let place: String
      switch target {
      case .folder(let path):
        try LocalFile.makeDirectories(path)
        place = "\(path)/registry.lock"
      case .remote, .repositories: place = "\(shared)/registry-mirror.lock"
      }
      return try FileLock.take(
        at: place,
        for: "registry mirror",
        limit: context.lockLimit,
        waiting: context.progress
      )
    }
  }

  private typealias Log = (name: ComponentName, log: Swift.Result<ReleaseLog, OperationError>)

  private func logs(
    in workspace: borrowing Workspace
  ) throws -> (logs: [Log], state: RegistryState) {
    guard let tip = workspace.tip else {
      throw OperationError(.unbornBranch, "the branch has no commit yet, so nothing is released")
    }
    let state = try workspace.state(at: tip)
    let names = try workspace.loggedComponents(named: names, in: state)
    return (Array(zip(names, try workspace.readLogs(of: names, in: state))), state)
  }

  /// - Throws: For a URL that is needed and not known.
  private func work(
    for logs: [Log],
    _ state: RegistryState,
    staging: String?,
    in workspace: borrowing Workspace,
    isDryRun: Bool
  ) throws(OperationError) -> MirrorWork {
    let repositories = try MirrorRepositories(
      base: base.map(MirrorBase.init),
      manifest: state.manifest,
      target: target
    )
    for (name, log) in logs {
      guard let releases = try? log.get().releases else { continue }
      for release in releases { try repositories.check(release, of: name) }
    }
    return MirrorWork(
      target: target,
      repositories: repositories,
      gitDirectory: workspace.repository.gitDirectory,
      staging: staging,
      isDryRun: isDryRun
    )
  }

  /// Several components at once, on all processors.
  private func mirror(_ logs: [Log], _ work: MirrorWork) throws -> Result {
    let total = logs.count
    let finished = Mutex(0)
    let outcomes = logs.concurrentMap { name, log -> Swift.Result<Component?, OperationError> in
      defer {
        let completed = finished.withLock { finished in
          finished += 1
          return finished
        }
        progress(OperationProgress("mirroring", completed: completed, total: total))
      }
      return Swift.Result { () throws(OperationError) in
        try unifyingErrors(of: "component '\(name)'") { try work.mirror(name, log.get()) }
      }
    }
    // There is nothing else to go on with.
    if total == 1, let outcome = outcomes.first { _ = try outcome.get() }
    var (components, failures): ([Component], [Failure]) = ([], [])
    for (log, outcome) in zip(logs, outcomes) {
      switch outcome {
      case .success(let component): components += component.map { [$0] } ?? []
      case .failure(let error): failures.append(Failure(name: log.name, error: error))
      }
    }
    return Result(components: components, failures: failures)
  }
}
