import Base
import Synchronization

/// The manifest that was read last, so that the same text is parsed only once.
final class LastManifest: Sendable {
  private let document = Mutex<ManifestDocument?>(nil)

  func reading(
    _ bytes: [UInt8],
    file: String
  ) throws(OperationError) -> ManifestDocument {
    let last = document.withLock { $0 }
    if let last, last.file == file, last.text.utf8.elementsEqual(bytes) { return last }
    let read = try ManifestDocument(reading: bytes, file: file)
    document.withLock { $0 = read }
    return read
  }
}
