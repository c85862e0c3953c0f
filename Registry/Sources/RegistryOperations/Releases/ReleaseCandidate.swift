import Git
import GitValues
import RegistryModel
import Versioning

/// What is about to be released, before it has a version, bound to the commit that it was read from.
struct ReleaseCandidate: Sendable {
  let name: ComponentName
  let component: Component
  let path: TreePath
  let tip: ObjectID
  let listing: TreeListing
  /// The releases so far.
  let log: ReleaseLog
  private let publication: Publication
  private let form: ReleaseForm

  /// - Parameter allowsPrereleases: Whether it may require a pre-release that the manifest does not
  ///   name.
  /// - Throws: For whatever no release can be made of, working files and versions apart.
  init(
    of name: ComponentName,
    _ component: Component,
    form: ReleaseForm,
    listing: TreeListing,
    allowsPrereleases: Bool,
    base: ReleaseBase,
    in workspace: borrowing Workspace
  ) throws {
    (self.name, self.component, tip) = (name, component, base.tip)
    (self.form, self.listing) = (form, listing)
    path = component.path
    log = try workspace.log(of: name, in: base.state)
    publication = try Publication(
      of: name,
      component,
      allowsPrereleases: allowsPrereleases,
      listing: listing,
      base: base,
      in: workspace
    )
  }

  /// The record of its release, but for what is found out about the interface.
  func release(
    _ version: SemanticVersion,
    at time: GitTime,
    archive: ArchiveChecksum
  ) throws -> Release {
    Release(
      version: version,
      tree: form.tree,
      source: tip,
      date: try RecordDate(secondsSince1970: Int(time.seconds)),
      archive: archive,
      requires: publication.requires,
      edits: publication.edits,
      files: form.files,
      omits: form.omits
    )
  }

  /// Packs it under a version.
  func archive(
    _ version: SemanticVersion,
    from repository: borrowing Repository
  ) throws -> ArchiveChecksum {
    try ReleaseArchive(
      component: name,
      version: version,
      listing: listing,
      edits: publication.edits
    ).written(from: repository).checksum
  }

  /// What stands for its record while others are planned, before it is packed.
  func planned(_ version: SemanticVersion) throws -> Release {
    try release(
      version,
      at: WriteContext.systemClock(),
      archive: ArchiveChecksum(hexadecimal: String(repeating: "0", count: 64))
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
      requires: publication.requires,
      with: choice,
      state: state,
      in: workspace
    )
  }

  /// The objects that the release consists of.
  var objects: [ObjectID] { listing.trees + listing.items.map(\.id) }
}
