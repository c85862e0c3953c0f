import Git
import GitValues
import Interfaces
import PublishedForm
import RegistryModel
import Versioning
import Workspace
import Writing

/// What is about to be released, before it has a version, bound to the commit that it was read from.
struct ReleaseCandidate: Sendable {
  /// What its archive is packed from.
  enum Content: Sendable {
    case tree(TreeListing)
    /// What was sent, in published form; nothing of it is in the repository.
    case files([PublishRelease.File])
  }

  let name: ComponentName
  let path: TreePath
  /// The commit that it was made from; zeros where that is none of this repository.
  let source: ObjectID
  /// The releases so far.
  let log: ReleaseLog
  let form: ReleaseForm
  let requires: [ComponentName: VersionRequirement]
  let edits: [TreePath: [SourceEdit]]
  let content: Content

  /// The candidate with its version, packed unless that was done before.
  func prepared(
    as version: SemanticVersion,
    _ evidence: InterfaceEvidence?,
    changelog: ComponentChangelog? = nil,
    findings: ReleaseFindings,
    context: WriteContext,
    in repository: borrowing Repository
  ) throws -> PreparedRelease {
    let key = ReleaseFindings.Archive(
      component: name,
      version: version,
      form: form,
      edits: edits
    )
    let archive = try findings.archives.answer(key) {
      context.progress("packing \(name) \(version)")
      return try self.archive(version, from: repository)
    }
    return PreparedRelease(
      component: name,
      release: Release(
        version: version,
        tree: form.tree,
        source: source,
        date: try RecordDate(secondsSince1970: Int(context.clock().seconds)),
        archive: archive,
        requires: requires,
        edits: edits,
        files: form.files,
        omits: form.omits,
        adds: form.adds,
        interface: evidence?.record(of: version)
      ),
      previous: log.release(before: version),
      evidence: evidence,
      changelog: changelog,
      path: path,
      objects: objects
    )
  }

  private func archive(
    _ version: SemanticVersion,
    from repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    switch content {
    case .tree(let listing):
      try ReleaseArchive(component: name, version: version, listing: listing, edits: edits)
        .written(from: repository).checksum
    case .files(let files):
      try PublishRelease.archive(of: name, version, files: files)
    }
  }

  private var objects: [ObjectID] {
    switch content {
    case .tree(let listing): listing.trees + listing.items.map(\.id)
    case .files: []
    }
  }
}

extension ReleaseCandidate {
  /// A component as its branch has it.
  ///
  /// - Parameter allowsPrereleases: Whether it may require a pre-release that the manifest does not
  ///   name.
  /// - Throws: For whatever no release can be made of, working files and versions apart.
  init(
    of name: ComponentName,
    _ component: Component,
    _ published: (form: ReleaseForm, listing: TreeListing),
    log: ReleaseLog,
    allowsPrereleases: Bool,
    base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws {
    let publication = try Publication(
      of: name,
      component,
      allowsPrereleases: allowsPrereleases,
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
      edits: publication.edits,
      content: .tree(published.listing)
    )
  }

  /// Its files beside releases of what it requires, as its interface is looked at.
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
