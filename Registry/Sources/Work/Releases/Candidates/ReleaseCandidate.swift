import Base
package import Checks
import Content
import Git
import ManifestEditor
import Model
package import Versions

/// A component that is about to be released, before it has a version, bound to the commit that it was
/// read from.
struct ReleaseCandidate: Sendable {
  /// The content that its archive is packed from.
  struct Content: Sendable {
    let listing: TreeListing
    let rewriting: ManifestRewriting

    func archive(
      of name: ComponentName,
      _ version: SemanticVersion,
      _ edits: [TreePath: [SourceEdit]]
    ) -> ReleaseArchive {
      ReleaseArchive(component: name, version: version, listing: listing, edits: edits)
    }
  }

  let name: ComponentName
  let path: TreePath
  /// The commit that it is made from; zeros if that is not in this repository.
  let source: ObjectID
  /// The releases so far.
  let log: ReleaseLog
  let form: ReleaseForm
  let requires: [ComponentName: VersionRequirement]
  /// The components that its published form does without, because they need it in turn.
  var leftOut: Set<ComponentName> = []
  let edits: [TreePath: [SourceEdit]]
  let kind: ReleaseKind
  /// As the manifest names it; `nil` for an internal release.
  let mirrorAuthor: MirrorAuthor?
  /// `nil` for files that were sent: none of them is in the repository.
  let content: Content?

  /// Whether no folder outside of the clone can be built like it.
  var needsSubmodules: Bool { kind == .internal && !form.omits.isEmpty }

  /// The candidate with its version, before it is packed: until then, the checksum of a public one is
  /// `notPacked`.
  func release(
    as version: SemanticVersion,
    _ evidence: InterfaceEvidence?,
    notes: String?,
    context: WriteContext
  ) throws -> PlannedRelease {
    var record = Release(
      version: version,
      of: form,
      source: source,
      date: try context.now(),
      requires: requires
    )
    record.archive = kind == .public ? .notPacked : nil
    record.edits = edits
    record.interface = evidence?.record(of: version)
    record.mirrorAuthor = mirrorAuthor
    return PlannedRelease(candidate: self, record: record, evidence: evidence, notes: notes)
  }

  /// The checksum of its archive, which is packed only once for the same content.
  func checksum(
    as version: SemanticVersion,
    findings: ReleaseFindings,
    context: WriteContext,
    in repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    let key = ReleaseFindings.Archive(
      component: name,
      version: version,
      form: form,
      edits: edits
    )
    return try findings.archives.answer(key) {
      guard let content else { preconditionFailure("an archive that was sent is not packed") }
      context.progress("packing \(name) \(version)")
      return try content.archive(of: name, version, edits)
        .packed(after: content.rewriting, from: repository)
    }
  }

  /// Throws for names, links and numbers of files that no archive can have.
  func checkContent(as version: SemanticVersion, in repository: borrowing Repository) throws {
    if kind == .public { try content?.archive(of: name, version, edits).check(in: repository) }
  }

  /// The objects of the release, as far as they are in the repository.
  var objects: [ObjectID] {
    content.map { $0.listing.trees + $0.listing.items.map(\.id) } ?? []
  }
}

extension ReleaseCandidate {
  /// A component as its branch has it.
  ///
  /// - Parameters:
  ///   - leftOut: The components that only its tests need, and that need it in turn.
  ///   - allowsPrereleases: Whether it may require a pre-release that the manifest does not name.
  /// - Throws: For everything that prevents a release, except uncommitted files and versions.
  init(
    of name: ComponentName,
    _ component: Component,
    _ published: (form: ReleaseForm, listing: TreeListing),
    log: ReleaseLog,
    leavingOut leftOut: Set<ComponentName>,
    allowsPrereleases: Bool,
    ignoring unknown: Publication.UnknownRequirements = .none,
    base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws {
    let publication = try Publication(
      of: name,
      component,
      leavingOut: leftOut,
      allowsPrereleases: allowsPrereleases,
      ignoring: unknown,
      listing: published.listing,
      base: base,
      in: workspace
    )
    self.init(
      name: name,
      path: component.path,
      source: base.tip,
      log: log,
      form: published.form,
      requires: publication.requires,
      leftOut: leftOut,
      edits: publication.edits,
      kind: publication.kind,
      mirrorAuthor: publication.kind == .public ? base.state.manifest.mirrorAuthor : nil,
      content: Content(listing: published.listing, rewriting: publication.rewriting)
    )
  }

  /// The candidate that a recorded release was made from, as far as its record tells.
  ///
  /// - Parameter log: The releases of the component, with this one.
  init(of release: Release, _ name: ComponentName, at path: TreePath, _ log: ReleaseLog) {
    self.init(
      name: name,
      path: path,
      source: release.source,
      log: log,
      form: ReleaseForm(of: release),
      requires: release.requires,
      edits: release.edits,
      kind: release.kind,
      mirrorAuthor: release.mirrorAuthor,
      content: nil
    )
  }

  /// The same candidate, read from the component's folder as another tree has it.
  func reading(
    _ component: Component,
    allowsPrereleases: Bool,
    base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws -> ReleaseCandidate {
    guard let folder = try base.tree(at: path, of: workspace.repository) else { return self }
    return try ReleaseCandidate(
      of: name,
      component,
      base.form(of: component, folder).form(in: workspace.repository),
      log: log,
      leavingOut: leftOut,
      allowsPrereleases: allowsPrereleases,
      base: base,
      in: workspace
    )
  }

  /// Its files with releases of its dependencies, for reading its public interface.
  func layout(
    with choice: ReleasedDependencies.Choice,
    state: RegistryState,
    in workspace: borrowing Workspace
  ) throws -> ComponentLayout {
    try ComponentLayout(
      of: name,
      form,
      requires: requires,
      cutting: edits.cuts,
      with: choice,
      state: state,
      in: workspace
    )
  }
}

/// The checks that a candidate gets before it is released, with the tools for them.
package struct CandidateInspection: Sendable {
  /// `nil` if public interfaces are not compared, which is recorded.
  package var comparing: (any InterfaceComparing)?
  /// The reason for accepting incompatible changes; `nil` if they are refused.
  package var accepted: String?
  /// The reasons for accepting those of several components.
  package var acceptedReasons: [ComponentName: String] = [:]
  /// `nil` if nothing is to be built.
  package var building: (any ComponentBuilding)?
  package var verification: ReleaseVerification

  package init(
    comparing: (any InterfaceComparing)?,
    accepted: String? = nil,
    building: (any ComponentBuilding)? = nil,
    verification: ReleaseVerification = ReleaseVerification(.none)
  ) {
    self.comparing = comparing
    self.accepted = accepted
    self.building = building
    self.verification = verification
  }
}

/// The uncommitted changes below several folders, looked up once and in the background.
struct UncommittedChanges {
  private let places: [TreePath: Int]
  private let statuses: BackgroundWork<[[FileStatus]]>

  /// - Parameter paths: If there are none, nothing is looked at.
  init(below paths: [TreePath], of trees: ComponentTrees, in workspace: borrowing Workspace) {
    places = Dictionary(zip(paths, paths.indices)) { first, _ in first }
    statuses = workspace.fileStatuses(below: paths, of: trees)
  }

  /// Waits until the lookup has ended.
  func wait() {
    statuses.wait()
  }

  /// The changes below `path`; none if it is not one of the folders.
  func files(below path: TreePath) throws(OperationError) -> [FileStatus] {
    guard let place = places[path] else { return [] }
    return try unifyingErrors { try statuses.value()[place] }
  }

  /// Throws if there are any below `path`.
  func refuse(below path: TreePath) throws(OperationError) {
    let changed = try files(below: path)
    guard let first = changed.first else { return }
    let others = changed.count > 1 ? " and \(changed.count - 1) more" : ""
    let place = path.isRoot ? "." : path.string.shellQuoted
    throw OperationError(
      .uncommittedChanges,
      "'\(first.path)'\(others) \(changed.count > 1 ? "have" : "has") uncommitted changes",
      help: "commit them, or stash them with 'git stash -u -- \(place)'"
    )
  }
}

extension Release {
  /// The record of a release with the files of `form`, before it is packed.
  init(
    version: SemanticVersion,
    of form: ReleaseForm,
    source: ObjectID,
    date: RecordDate,
    requires: [ComponentName: VersionRequirement]
  ) {
    self.init(
      version: version,
      tree: form.tree,
      source: source,
      date: date,
      archive: nil,
      requires: requires
    )
    (parts, folder, files) = (form.parts, form.folder, form.files)
    (omits, adds) = (form.omits, form.adds)
  }
}

extension ReleaseArchive {
  /// The checksum of the archive, once the manifests that its edits write were checked.
  func packed(
    after rewriting: ManifestRewriting,
    from repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    try rewriting.verify()
    return try written(from: repository).checksum
  }

  /// The archive itself, for its signature: the edits are those that were checked, with the manifests'
  /// signatures behind them.
  func packed(
    from repository: borrowing Repository
  ) throws -> (bytes: [UInt8], checksum: ArchiveChecksum) {
    var bytes: [UInt8] = []
    let written = try written(from: repository) { bytes += $0 }
    return (bytes, written.checksum)
  }
}
