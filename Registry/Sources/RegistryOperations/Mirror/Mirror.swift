import Git
import RegistryModel
package import Versioning

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
    package let components: [Component]
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

  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      // A refusal leaves not even a folder.
      let logs = try logs(in: workspace)
      let base = try base(for: logs)
      let lock: String
      switch target {
      case .folder(let path):
        try LocalFile.makeDirectories(path)
        lock = "\(path)/registry.lock"
      case .remote: lock = "\(workspace.repository.commonDirectory)/registry-mirror.lock"
      }
      return try withExtendedLifetime(
        WriteLock.take(
          at: lock,
          for: "registry mirror",
          limit: context.lockLimit,
          waiting: context.progress
        )
      ) { _ in try mirror(logs, base, in: workspace, isDryRun: false) }
    }
  }

  /// What ``run(in:)`` would write; nothing is written.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      let logs = try logs(in: workspace)
      return try mirror(logs, base(for: logs), in: workspace, isDryRun: true)
    }
  }

  private func logs(
    in workspace: borrowing Workspace
  ) throws -> [(name: ComponentName, log: ReleaseLog)] {
    guard let tip = workspace.tip else {
      throw OperationError(.unbornBranch, "the branch has no commit yet, so nothing is released")
    }
    let state = try workspace.state(at: tip)
    var logs: [(name: ComponentName, log: ReleaseLog)] = []
    for name in try workspace.loggedComponents(named: names, in: state) {
      logs.append((name, try workspace.log(of: name, in: state)))
    }
    return logs
  }

  private func base(
    for logs: [(name: ComponentName, log: ReleaseLog)]
  ) throws(OperationError) -> MirrorBase? {
    switch (base, target) {
    case (let base?, _): return try MirrorBase(base)
    case (nil, .remote(let url)): return try MirrorBase(url)
    case (nil, .folder): break
    }
    let dependent = logs.first { $0.log.releases.contains { !$0.edits.isEmpty } }
    guard let dependent else { return nil }
    throw OperationError(
      .noBaseURL,
      "'\(dependent.name)' depends on other components, whose URLs are not known",
      help: "say where clients will find the repositories: '--base-url https://…'"
    )
  }

  private func mirror(
    _ logs: [(name: ComponentName, log: ReleaseLog)],
    _ base: MirrorBase?,
    in workspace: borrowing Workspace,
    isDryRun: Bool
  ) throws -> Result {
    var components: [Component] = []
    for (index, (name, log)) in logs.enumerated() where !log.releases.isEmpty {
      progress(OperationProgress("mirroring", completed: index, total: logs.count))
      // Opened for itself, since what it stores stays in memory.
      let repository = try Repository.open(at: workspace.repository.gitDirectory)
      try repository.storeInMemory()
      do {
        components.append(try mirror(name, log, base, from: repository, isDryRun: isDryRun))
      } catch {
        throw OperationError(error).of("component '\(name)'")
      }
    }
    return Result(components: components)
  }

  private func mirror(
    _ name: ComponentName,
    _ log: ReleaseLog,
    _ base: MirrorBase?,
    from repository: borrowing Repository,
    isDryRun: Bool
  ) throws -> Component {
    let place = "\(target)/\(name).git"
    let mirror =
      switch target {
      case .folder:
        try mirrorLocally(at: place, isDryRun: isDryRun, from: repository) { present in
          try ComponentMirror(name, log, base: base, present: present, in: repository)
        }
      case .remote:
        try mirrorRemotely(at: place, isDryRun: isDryRun, from: repository) { present in
          try ComponentMirror(name, log, base: base, present: present, in: repository)
        }
      }
    return Component(
      name: name,
      repository: place,
      written: mirror.written,
      withdrawn: mirror.withdrawn
    )
  }

  private func mirrorLocally(
    at place: String,
    isDryRun: Bool,
    from repository: borrowing Repository,
    _ mirror: ([String: ObjectID]) throws -> ComponentMirror
  ) throws -> ComponentMirror {
    let mirrored = BareRepository(path: place)
    let present = try mirrored.exists ? mirrored.references() : [:]
    let mirror = try mirror(present)
    if isDryRun { return mirror }
    try mirrored.make()
    try mirrored.apply(mirror.changes, present: present, from: repository)
    return mirror
  }

  /// What is pushed is put into a repository of its own first, since git pushes what has a name.
  private func mirrorRemotely(
    at place: String,
    isDryRun: Bool,
    from repository: borrowing Repository,
    _ mirror: ([String: ObjectID]) throws -> ComponentMirror
  ) throws -> ComponentMirror {
    let staging = BareRepository(path: "\(repository.commonDirectory)/registry-mirror")
    try LocalFile.removeAll(staging.path)
    defer { try? LocalFile.removeAll(staging.path) }
    try staging.make()
    return try Repository.open(at: staging.path).pushing(to: place) { connection in
      let mirror = try mirror(connection.references())
      if isDryRun { return mirror }
      try staging.apply(mirror.changes, present: [:], from: repository)
      try connection.push(mirror.changes)
      return mirror
    }
  }
}

extension OperationError.Code {
  package static let noBaseURL = Self(rawValue: "no-base-url")
}
