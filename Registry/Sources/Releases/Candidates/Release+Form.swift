import GitValues
import PublishedForm
import RegistryModel
import Versioning

extension Release {
  /// The record of a release with the files of `form`.
  init(
    version: SemanticVersion,
    of form: ReleaseForm,
    source: ObjectID,
    date: RecordDate,
    archive: ArchiveChecksum?,
    requires: [ComponentName: VersionRequirement],
    edits: [TreePath: [SourceEdit]],
    interface: ReleaseInterface? = nil,
    mirrorAuthor: MirrorAuthor?,
    tag: String? = nil
  ) {
    self.init(
      version: version,
      tree: form.tree,
      source: source,
      date: date,
      archive: archive,
      requires: requires,
      edits: edits,
      files: form.files,
      omits: form.omits,
      adds: form.adds,
      interface: interface,
      mirrorAuthor: mirrorAuthor,
      tag: tag
    )
  }
}
