import PublishedForm
import RegistryModel

/// An archive that was written.
struct ArchiveDocument: Document {
  private let result: WriteArchive.Result
  private let file: String

  init(_ result: WriteArchive.Result, file: String) {
    (self.result, self.file) = (result, file)
  }

  var members: JSONMembers {
    [
      "component": result.component,
      "version": result.release.version,
      "file": file,
      "size": result.size,
      "archive": result.checksum.description,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    """
    \(style(.bold, file.printable)), \(result.size) bytes
      \(style(.dim, "archive"))  \(result.checksum)

    """
  }
}
