package import Base
import Dispatch
package import Git
import Synchronization
package import Versions

/// An open repository with the place of the registry's data in it, for all operations.
///
/// Opening reads no registry data and no history.
package struct Workspace: ~Copyable {
  package let repository: Repository
  /// The path of the manifest, from the root of the repository; the logs are beside it.
  package let manifestPath: TreePath
  /// As of opening; operations that write read it again.
  package let head: Head
  /// `nil` for the branch that is checked out.
  private let branch: String?
  /// The data of a branch without a manifest; `nil` if it must have one.
  let firstManifest: ManifestDocument?
  // Set by each initializer: where one throws, Swift 6.2 destroys initial values twice.
  let lastManifest: LastManifest
  let evaluator: KnownEvaluator

  /// Finds the repository that contains `directory`, and the manifest.
  ///
  /// - Parameter manifest: A path from `directory`, as a person types it; `nil` to look where git's
  ///   `registry.manifest` says (from the root), or else upwards.
  /// - Parameter branch: A name such as `main`; `nil` for the branch that is checked out.
  /// - Throws: ``OperationError/Code/noManifest``, ``OperationError/Code/manifestOutside`` and what
  ///   opening a repository throws.
  package init(
    directory: String,
    manifest: String? = nil,
    branch: String? = nil
  ) throws(OperationError) {
    let repository = try unifyingErrors { try Repository.discover(from: directory) }
    let head = try unifyingErrors { try repository.head(of: branch) }
    manifestPath = try unifyingErrors {
      try ManifestLocation(directory: directory, head: head).find(manifest, in: repository)
    }
    self.repository = repository
    lastManifest = LastManifest()
    evaluator = KnownEvaluator()
    self.head = head
    self.branch = branch
    firstManifest = nil
  }

  /// Finds the repository that contains `directory` and may have no manifest yet: it will be at the
  /// usual place, or in the folder `Registry` at the root.
  ///
  /// A branch without a manifest is read as one that lists nothing.
  package init(adopting directory: String, manifest: String? = nil) throws(OperationError) {
    let repository = try unifyingErrors { try Repository.discover(from: directory) }
    let head = try unifyingErrors { try repository.head(of: nil) }
    guard head.tip != nil else {
      throw OperationError.noCommit(
        help: "commit the packages with 'git add' and 'git commit' first"
      )
    }
    let manifestPath = try unifyingErrors {
      try ManifestLocation(directory: directory, head: head).place(manifest, in: repository)
    }
    firstManifest = try unifyingErrors {
      // Nothing is offered under it: the first manifest that is written has a scope of its own.
      try ManifestDocument(Manifest(scope: ScopeName("none")), file: manifestPath.string)
    }
    self.manifestPath = manifestPath
    self.repository = repository
    lastManifest = LastManifest()
    evaluator = KnownEvaluator()
    self.head = head
    branch = nil
  }

  /// A repository of packages that no manifest lists.
  package init(withoutManifest repository: consuming Repository) throws(OperationError) {
    head = try repository.head()
    manifestPath = ManifestLocation.standard
    self.repository = repository
    lastManifest = LastManifest()
    evaluator = KnownEvaluator()
    branch = nil
    firstManifest = nil
  }
}

extension Workspace {
  /// The folder of the manifest and of `releases`, which may be the root.
  package var registryPath: TreePath { manifestPath.parent }

  package var releasesPath: TreePath { registryPath.appending(Self.releasesName) }

  /// The folder of the change notes.
  package var changesPath: TreePath { registryPath.appending(TreePath(known: "changes")) }

  private static let releasesName = TreePath(known: "releases")

  /// The absolute path of a working file; `nil` in a bare repository.
  package func workingPath(_ path: TreePath) -> String? {
    guard let root = repository.workingDirectory else { return nil }
    return path.isRoot ? root : "\(root)/\(path)"
  }

  /// The current state of the branch; ``head`` is that of the moment of opening.
  package func currentHead() throws -> Head {
    try repository.head(of: branch)
  }

  /// The newest commit of the branch; `nil` before the first one.
  package var tip: ObjectID? { head.tip }
}

extension Repository {
  /// The state of a branch; that of the checkout for `nil`.
  fileprivate func head(of branch: String?) throws -> Head {
    guard let branch else { return try head() }
    let name = "refs/heads/\(branch)"
    guard let tip = try resolve(name) else {
      throw OperationError(
        .unknownBranch,
        "the repository has no branch '\(branch)'",
        help: "'git branch' lists those that it has"
      )
    }
    return .branch(name, tip: tip)
  }
}

/// Work that runs on a thread of its own while the caller continues.
package final class BackgroundWork<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)
  private let group = DispatchGroup()

  package init(_ work: @escaping @Sendable () throws -> Value) {
    // Its own queue: a thread of the shared pool must not wait for another one.
    DispatchQueue(label: "background-work").async(group: group) { [self] in
      let outcome = Result { try work() }
      result.withLock { $0 = outcome }
    }
  }

  /// Waits until the work has ended.
  package func wait() {
    group.wait()
  }

  /// Waits for the result of the work; the same each time.
  package func value() throws -> Value {
    wait()
    guard let outcome = result.withLock(\.self) else { preconditionFailure("the work has ended") }
    return try outcome.get()
  }
}

extension Workspace {
  /// The uncommitted changes below each of many folders, in their order, read in the background.
  ///
  /// - Parameters:
  ///   - paths: Of components; if empty, nothing is read.
  ///   - trees: Which files are theirs.
  package func fileStatuses(
    below paths: [TreePath],
    of trees: ComponentTrees
  ) -> BackgroundWork<[[FileStatus]]> {
    guard !paths.isEmpty else { return BackgroundWork { [] } }
    let files = Result { try WorkTree(of: repository) }
    return BackgroundWork {
      zip(paths, try files.get().statuses(below: paths)).map { path, files in
        files.filter { trees.isFile(TreePath(unchecked: $0.path), ofComponentAt: path) }
      }
    }
  }
}

extension Workspace {
  /// Refuses to work here if git would use another repository, as `GIT_DIR` and `GIT_WORK_TREE` can
  /// say.
  package func checkEnvironment(_ environment: [String: String]) throws(OperationError) {
    try check("GIT_DIR", environment, isAt: [repository.gitDirectory, repository.commonDirectory])
    try check("GIT_WORK_TREE", environment, isAt: [repository.workingDirectory].compactMap(\.self))
  }

  private func check(
    _ variable: String,
    _ environment: [String: String],
    isAt places: [String]
  ) throws(OperationError) {
    guard let value = environment[variable], !value.isEmpty else { return }
    let meant = try? LocalFile.realPath(value)
    guard !places.contains(where: { meant != nil && (try? LocalFile.realPath($0)) == meant }) else {
      return
    }
    throw OperationError(
      .otherRepository,
      "\(variable) is set to '\(value)', but the repository here is"
        + " '\(repository.workingDirectory ?? repository.gitDirectory)'",
      help: "unset \(variable), or name the other repository with '--directory'"
    )
  }
}

/// The records of where repositories stood before anything was mirrored to them.
extension Workspace {
  package var mirrorsPath: TreePath { registryPath.appending(TreePath(known: "mirrors")) }

  package func mirrorStartPath(of component: ComponentName) -> TreePath {
    mirrorsPath.appending(TreePath(known: "\(component).json"))
  }

  /// The files among these records, as a tree has them; nobody's where the name is not of a component.
  package func mirrorStartFiles(
    in tree: ObjectID
  ) throws -> [(path: TreePath, component: ComponentName?, blob: ObjectID)] {
    guard let folder = try repository.entry(at: mirrorsPath, in: tree), folder.mode == .tree else {
      return []
    }
    return try repository.entries(of: folder.id).map { file in
      let stem = file.name.split(separator: ".json", omittingEmptySubsequences: false)
      let isRecord = file.mode.isFile && stem.count == 2 && stem[1].isEmpty
      return (
        mirrorsPath.appending(TreePath(unchecked: file.name)),
        isRecord ? try? ComponentName(String(stem[0])) : nil,
        file.id
      )
    }
  }

  /// Where the repositories stood of which that is recorded.
  package func mirrorStarts(in tree: ObjectID) throws -> [ComponentName: MirrorStart] {
    var starts: [ComponentName: MirrorStart] = [:]
    for (path, component, blob) in try mirrorStartFiles(in: tree) {
      guard let component else { continue }
      starts[component] = try MirrorStart(reading: repository.blob(blob), file: path.description)
    }
    return starts
  }
}

extension Workspace {
  /// The manifest that the person sees: the working file, or the committed one where there are no
  /// working files.
  package func currentManifest() throws(OperationError) -> Manifest {
    try currentDocument().manifest
  }

  /// The same with its text.
  package func currentDocument() throws(OperationError) -> ManifestDocument {
    if let document = try workingDocument() { return document }
    guard let state = try committedState() else { throw .noManifest(manifestPath) }
    return state.document
  }

  /// The manifest of the working files, if there is one.
  package func workingManifest() throws(OperationError) -> Manifest? {
    try workingDocument()?.manifest
  }

  private func workingDocument() throws(OperationError) -> ManifestDocument? {
    guard let file = workingPath(manifestPath) else { return nil }
    return try unifyingErrors {
      try LocalFile.read(file).map { try lastManifest.reading($0, file: manifestPath.string) }
    }
  }

  /// The entry that the branch has under a name, such as `manifest.component(named:)`.
  ///
  /// - Throws: Also where it is listed and not committed, which is said.
  package func committed<Found>(
    in state: RegistryState,
    _ find: (Manifest) throws -> Found
  ) throws -> Found {
    do {
      return try find(state.manifest)
    } catch {
      let error = OperationError(error)
      guard let working = try? workingManifest(), (try? find(working)) != nil else {
        throw error
      }
      throw OperationError(
        error.code,
        error.message,
        help: "'\(manifestPath)' lists it and is not committed: commit it first",
        context: error.context
      )
    }
  }

  /// The state as the branch has it; nothing before it has a manifest.
  package func committedState() throws(OperationError) -> RegistryState? {
    guard let tip else { return nil }
    do throws(OperationError) {
      return try state(at: tip)
    } catch  where error.code == .noManifest {
      return nil
    }
  }
}

extension OperationError {
  package static func noManifest(_ path: TreePath) -> OperationError {
    OperationError(
      .noManifest,
      "there is no manifest '\(path)'",
      help: "create it with 'registry init'"
    )
  }
}

extension Workspace {
  /// The folder with a folder of signatures for each component.
  package var signaturesPath: TreePath {
    registryPath.appending(TreePath(known: "signatures"))
  }

  /// The file of a release's signatures; `nil` for an internal release.
  package func signaturePath(of release: Release, of component: ComponentName) -> TreePath? {
    release.archive.map { archive in
      let name = "\(component)/\(ReleaseSignature.fileName(of: archive))"
      return signaturesPath.appending(TreePath(known: name))
    }
  }

  /// The signatures of a release in a commit's tree; `nil` if it is not signed.
  package func signature(
    of release: Release,
    of component: ComponentName,
    in tree: ObjectID
  ) throws(OperationError) -> ReleaseSignature? {
    try unifyingErrors {
      guard let path = signaturePath(of: release, of: component),
        let bytes = try content(of: path, in: tree)
      else { return nil }
      return try ReleaseSignature(reading: bytes, file: path.string)
    }
  }

  /// The folders of signatures in a commit's tree, by the names of their components.
  package func signatureFolders(in tree: ObjectID) throws -> [String: ObjectID] {
    guard let folder = try repository.entry(at: signaturesPath, in: tree), folder.mode == .tree
    else { return [:] }
    let entries = try repository.entries(of: folder.id).filter { $0.mode == .tree }
    return Dictionary(entries.map { ($0.name, $0.id) }) { first, _ in first }
  }

  /// The certificates in DER that the manifest of a commit trusts; `nil` if it names none.
  package func signingRoots(
    of manifest: Manifest,
    in tree: ObjectID
  ) throws(OperationError) -> [[UInt8]]? {
    guard !manifest.signingRoots.isEmpty else { return nil }
    return try unifyingErrors {
      try manifest.signingRoots.flatMap { path in
        guard let bytes = try content(of: path, in: tree) else {
          throw OperationError(
            .unusableCertificate,
            "'\(path)' of \"signingRoots\" is not a file of the newest commit",
            help: "commit it, or correct its path in '\(manifestPath)'"
          )
        }
        return try CertificateFile.certificates(in: bytes, file: path.string)
      }
    }
  }
}

extension Repository {
  /// The signatures of a release in the folder of its component; `nil` if it is not signed.
  package func signature(
    of release: Release,
    in folder: ObjectID?
  ) throws -> ReleaseSignature? {
    guard let folder, let archive = release.archive else { return nil }
    let name = ReleaseSignature.fileName(of: archive)
    guard let file = try entry(at: TreePath(known: name), in: folder), file.mode == .file else {
      return nil
    }
    return try ReleaseSignature(reading: blob(file.id), file: name)
  }
}

extension Workspace {
  /// The components that have a log, by name, whether the manifest lists them or not.
  package func loggedComponents(in state: RegistryState) -> [ComponentName] {
    state.logBlobs.keys.compactMap(Self.component(loggedIn:)).sorted()
  }

  /// The component whose log has this file name; `nil` if that is not the name of a log.
  package static func component(loggedIn file: some StringProtocol) -> ComponentName? {
    guard file.hasSuffix(logExtension) else { return nil }
    return try? ComponentName(String(file.dropLast(logExtension.count)))
  }

  /// The components of these names in a person's spelling; of no names, all that have a log.
  package func loggedComponents(
    named names: [String],
    in state: RegistryState
  ) throws(OperationError) -> [ComponentName] {
    guard !names.isEmpty else { return loggedComponents(in: state) }
    var components: Set<ComponentName> = []
    for name in names {
      components.insert(try loggedComponent(named: name, of: state.manifest, in: state))
    }
    return components.sorted()
  }

  /// The components of that name, group or pattern in the manifest, or one that is no longer in it
  /// but still has a log.
  package func loggedComponents(
    matching text: String,
    of manifest: Manifest,
    in state: RegistryState
  ) throws(OperationError) -> [ComponentName] {
    if let found = try? manifest.components(matching: text), found.map(\.text) != [text] {
      return found
    }
    return [try loggedComponent(named: text, of: manifest, in: state)]
  }

  /// A component of the manifest in a person's spelling, or one that is no longer in it but still
  /// has a log.
  package func loggedComponent(
    named name: String,
    of manifest: Manifest,
    in state: RegistryState
  ) throws(OperationError) -> ComponentName {
    do throws(OperationError) {
      return try manifest.component(named: name).name
    } catch {
      if let logged = loggedComponents(in: state).first(where: { $0.text == name }) {
        return logged
      }
      throw error
    }
  }

  /// Throws for a new component whose name collides with that of a component that was removed, but
  /// whose releases are still recorded.
  package func refuseCollision(
    of name: ComponentName,
    in state: RegistryState
  ) throws(OperationError) {
    let other = loggedComponents(in: state).first {
      $0 != name && $0.collisionKey == name.collisionKey
    }
    guard let other else { return }
    throw OperationError(
      .collision,
      "component name '\(name)' collides with '\(other)', whose releases are recorded",
      help: "use the same spelling, or a name that differs in more than case, or '-' against '_'"
    )
  }

  private static var logExtension: String { ".jsonl" }
}

extension Workspace {
  package static let changelogPath = TreePath(known: "CHANGELOG.md")
}
