import Content
import Git
import Model
import Versions

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
    (files, omits, adds) = (form.files, form.omits, form.adds)
  }
}
