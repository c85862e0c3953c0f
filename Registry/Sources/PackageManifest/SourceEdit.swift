/// A run of bytes to be replaced by others; a release's record keeps the edits of its manifests.
public struct SourceEdit: Hashable, Sendable {
  /// In bytes from the start of the file before any edit.
  public let offset: Int

  /// In bytes; 0 inserts.
  public let length: Int

  /// Written as UTF-8.
  public let replacement: String

  /// Checks nothing: a record's edits are checked against the bytes when they are applied.
  public init(offset: Int, length: Int, replacement: String) {
    self.offset = offset
    self.length = length
    self.replacement = replacement
  }

  /// The bytes with all edits done.
  ///
  /// - Throws: `invalidEdits` if the edits are not in ascending order, overlap or leave the bytes.
  ///   Two edits at one offset overlap, since their order would say nothing about the result.
  public static func apply(
    _ edits: [SourceEdit],
    to bytes: [UInt8]
  ) throws(PackageManifestError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    var previous: SourceEdit?
    for edit in edits {
      guard edit.offset >= 0, edit.length >= 0, edit.offset <= bytes.count,
        edit.length <= bytes.count - edit.offset
      else {
        throw PackageManifestError(
          .invalidEdits,
          "edit of \(edit.length) bytes at \(edit.offset), expected inside \(bytes.count) bytes"
        )
      }
      guard edit.offset >= end, edit.offset != previous?.offset else {
        throw PackageManifestError(
          .invalidEdits,
          "edit at \(edit.offset), expected behind the previous one, which ends at \(end)"
        )
      }
      result += bytes[end..<edit.offset]
      result += Array(edit.replacement.utf8)
      end = edit.offset + edit.length
      previous = edit
    }
    return result + bytes[end...]
  }
}
