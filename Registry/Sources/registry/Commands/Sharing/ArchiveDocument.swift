import PublishedForm
import RegistryModel
import Versioning

/// An archive that was written.
struct ArchiveDocument: Document {
  let component: String
  let version: String
  let file: String
  /// In bytes.
  let size: Int
  let archive: String

  init(_ result: WriteArchive.Result, file: String) {
    component = result.component.text
    version = result.release.version.description
    self.file = file
    size = result.size
    archive = result.release.archive.description
  }

  func text(style: Style, width: Int?) -> String {
    """
    \(style(.bold, file.printable)), \(size) bytes
      \(style(.dim, "archive"))  \(archive)

    """
  }
}
