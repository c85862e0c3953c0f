package import Base
package import Git
package import Model
package import Versions

/// Gives each component a git repository of its own, with a plain version tag for each release.
///
/// Existing commits are recognized by their ids and not created again.
package struct MirrorReleases: Sendable {
  /// The settings of a run.
  package struct Options: Sendable {
    /// The URL at which clients find the repositories; that of the server by default.
    package var base: String?
    /// Whether a branch that someone else has moved is reset.
    package var isForced = false
    /// The branches that are mirrored besides the releases.
    package var branches: [MirroredBranch] = []
    /// How long a server may be silent.
    package var limit: Duration = .seconds(60)

    package init(base: String? = nil) {
      self.base = base
    }
  }

  let names: [String]
  /// The place of the repositories, without a password.
  package let target: MirrorTarget
  let access: GitAccess
  let options: Options
  let context: WriteContext
  let progress: @Sendable (OperationProgress) -> Void

  /// - Parameter names: Components in a person's spelling; none means all that were ever released.
  package init(
    _ names: [String] = [],
    to target: MirrorTarget,
    options: Options = Options(),
    context: WriteContext = WriteContext(),
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) {
    self.names = names
    (self.target, access) = target.takingPassword()
    self.options = options
    self.context = context
    self.progress = progress
  }

  /// The repositories that were mirrored, and those that could not be.
  package struct Result: Hashable, Sendable {
    /// The components that were mirrored, in the order of their names.
    package let components: [Component]
    /// The components that could not be mirrored, and those whose clients get something else than a
    /// release, by name.
    package internal(set) var failures: [Failure]
    /// The updates of each branch, by name.
    package var branches: [BranchUpdate] = []
  }

  /// A branch of a component's repository that follows one of the monorepo.
  package struct BranchUpdate: Hashable, Sendable {
    package let name: ComponentName
    /// Its path or its address.
    package let repository: String
    package let branch: MirroredBranch
    /// Where it is now.
    package internal(set) var commit: ObjectID
    /// How many commits it lacked.
    package internal(set) var commits = 0
    /// The commit that was there before, if the branch has gone on from there since this run.
    package let start: ObjectID?
    /// Whether it has later commits of the monorepo's branch than this clone.
    package internal(set) var isBehind = false
  }

  /// A component whose repository was mirrored.
  package struct Component: Hashable, Sendable {
    package let name: ComponentName
    /// The path or the URL of the repository.
    package let repository: String
    /// The releases that it lacked, oldest first.
    package let written: [SemanticVersion]
    /// The releases that lost their tags.
    package let withdrawn: [SemanticVersion]
    /// The takeover, if it was a foreign repository until this run; `nil` otherwise.
    package var takeover: Takeover?
    /// The releases in whose place the repository has other files or dependencies, oldest first.
    package var different: [SemanticVersion] = []
    /// The branch that shows the newest release.
    package let branch: String
    /// Whether the branch stays, since the newest release does not come from where it is.
    package let keepsBranch: Bool
    /// The branch that clones check out, if it is another one that exists.
    package let otherDefault: String?
  }

  /// A repository that is continued.
  package struct Takeover: Hashable, Sendable {
    /// The state of the repository before the first mirrored commit.
    package let start: MirrorStart
    /// The branch that is continued.
    package let branch: String
    /// The tags of releases that were there, with the same files.
    package let taken: [String]
    /// The tags in the place of releases, with other files or with dependencies by path.
    package let different: [String]
    /// All tags of versions but those that were taken; they stay as they are.
    package let otherTags: [String]
    /// Whether a commit records this; without a branch, nothing can be committed.
    package var isRecorded = true

    var unrecorded: Takeover {
      var takeover = self
      takeover.isRecorded = false
      return takeover
    }
  }

  /// A component with the reason why it could not be mirrored.
  package struct Failure: Hashable, Sendable {
    package let name: ComponentName
    /// `nil` for that of the releases.
    package var branch: MirroredBranch?
    package let error: OperationError
  }

  /// The repositories of all that would be mirrored, whether they exist or not, by name.
  ///
  /// With those of components that were never released, as far as the target tells where they are,
  /// so that they can be created before the first release.
  package func repositories(
    in workspace: borrowing Workspace
  ) throws(OperationError) -> [(component: ComponentName, repository: String)] {
    try unifyingErrors {
      let run = try MirrorRun(
        self,
        staging: staging(in: workspace.repository),
        in: workspace,
        isDryRun: true
      )
      let released = try run.logs.filter { try !$0.log.get().releases.isEmpty }.map(\.name)
      var urls = Dictionary(
        uniqueKeysWithValues: try released.map { ($0, try run.work.url(of: $0)) }
      )
      for name in run.expected where urls[name] == nil { urls[name] = try? run.work.url(of: name) }
      return urls.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }

  /// - Throws: Where nothing can be mirrored; what stops one of several components is in the result.
  package func run(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      let staging = staging(in: workspace.repository)
      // A refusal leaves not even a folder.
      _ = try MirrorRun(self, staging: staging, in: workspace, isDryRun: true)
      return try withExtendedLifetime(lock(workspace.repository)) { _ in
        let run = try MirrorRun(self, staging: staging, in: workspace, isDryRun: false)
        return try run.mirror(in: workspace)
      }
    }
  }

  /// The changes that ``run(in:)`` would make; nothing is written to any repository.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Result {
    try unifyingErrors {
      let folder = try TemporaryFolder()
      return try MirrorRun(
        self,
        staging: "\(folder.path)/staging",
        in: workspace,
        isDryRun: true
      ).mirror(in: workspace)
    }
  }

  private func staging(in repository: borrowing Repository) -> String {
    "\(repository.commonDirectory)/registry-mirror"
  }

  /// Excludes other runs.
  private func lock(_ repository: borrowing Repository) throws(OperationError) -> FileLock {
    var place = "\(repository.commonDirectory)/registry-mirror.lock"
    if case .folder(let path) = target {
      try LocalFile.makeDirectories(path)
      place = "\(path)/registry.lock"
    }
    return try FileLock.take(
      at: place,
      for: "registry mirror",
      limit: context.lockLimit,
      waiting: { context.progress("\($0)") }
    )
  }
}

extension MirrorTarget {
  /// Without the password that a URL may have.
  fileprivate func takingPassword() -> (MirrorTarget, GitAccess) {
    guard case .remote(let text) = self else { return (self, .none) }
    let (url, access) = GitAccess.taking(from: text)
    return (.remote(url), access)
  }
}

/// A component whose repository may lack releases, since it could not be mirrored.
struct LackingComponent: Sendable {
  /// `nil` if it cannot be read.
  let log: ReleaseLog?
  /// The versions that clients can choose all the same.
  let offered: Set<SemanticVersion>

  /// Whether a client would find the requirement unmet until the component is mirrored.
  func lacks(_ requirement: VersionRequirement) -> Bool {
    if offered.contains(where: requirement.contains) { return false }
    guard let log else { return true }
    return log.releases.contains { release in
      log.yank(of: release.version) == nil && requirement.contains(release.version)
    }
  }
}

/// The repository of a component, wherever it is.
protocol MirrorPlace {
  func references() throws -> MirrorReferences

  /// A repository on this machine with some of its references, and so many commits of each.
  func repository(with references: [String], depth: Int) throws -> Repository

  /// Sends what was worked out, and returns what the repository did not take; all else is done.
  func apply(
    _ update: some MirrorUpdate,
    from repository: borrowing Repository
  ) throws -> [PushRefusal]
}

/// The update of a component's repository, before it is sent.
protocol MirrorUpdate {
  /// The references that it has.
  var references: MirrorReferences { get }
  var changes: [ReferenceChange] { get }
  /// The commits to send with what the references lead to.
  var history: [ObjectID] { get }

  /// The commits that the new ones follow, and the repository has; stored here as far as it can be made.
  func ends(in repository: borrowing Repository) throws -> Set<ObjectID>
}

/// A repository in a folder of this machine, to which nothing else writes.
struct LocalPlace: MirrorPlace {
  let mirrored: BareRepository

  func references() throws -> MirrorReferences {
    guard mirrored.exists else { return MirrorReferences() }
    return try MirrorReferences(of: Repository.open(at: mirrored.path))
  }

  func repository(with references: [String], depth: Int) throws -> Repository {
    try Repository.open(at: mirrored.path)
  }

  func apply(
    _ update: some MirrorUpdate,
    from repository: borrowing Repository
  ) throws -> [PushRefusal] {
    try mirrored.make()
    try mirrored.apply(
      update.changes,
      besides: update.history,
      present: update.references.objects,
      known: update.references.known,
      from: repository
    )
    return []
  }
}

/// The place of the mirrored repositories: a folder or a remote URL.
package enum MirrorTarget: Hashable, Sendable, CustomStringConvertible {
  /// A folder of this machine, from its root, in which bare repositories are made as they are needed.
  case folder(String)
  /// A git server's address without a password, behind which the repositories exist already.
  case remote(String)
  /// Each component's own repository, which the manifest names and which exists already.
  case repositories

  /// Tells one from the other as git does.
  package init(_ text: String) throws(OperationError) {
    let trimmed = String(text.reversed().drop { $0 == "/" }.reversed())
    self =
      RepositoryURL.isRemote(text)
      ? .remote(trimmed) : .folder(try LocalFile.absolutePath(trimmed))
  }

  /// The path, the URL, or words for the repositories of the manifest.
  package var description: String {
    switch self {
    case .folder(let path): path
    case .remote(let url): url
    case .repositories: "the repositories of the manifest"
    }
  }
}
