import Git
import Model

extension StoredArchive {
  /// The whole archive in memory; each file contains its own path unless told otherwise.
  func collect(
    contents: (ArchiveEntry) throws -> [UInt8] = { Array($0.path.string.utf8) }
  ) throws -> (bytes: [UInt8], summary: Summary) {
    var bytes: [UInt8] = []
    let summary = try write(contents: contents) { bytes += $0 }
    return (bytes, summary)
  }
}
