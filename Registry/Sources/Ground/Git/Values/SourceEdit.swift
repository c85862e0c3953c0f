package import Base

/// A run of a file's bytes to be replaced by others; a release's record keeps the edits of its
/// manifests, so that the published form never depends on who makes it.
package struct SourceEdit: Hashable, Sendable {
  /// The offset in bytes from the start of the file before any edit.
  package let offset: Int

  /// The number of replaced bytes; 0 inserts.
  package let length: Int

  /// Written as UTF-8.
  package let replacement: String

  /// Checks nothing: edits are checked against the bytes when they are applied.
  package init(offset: Int, length: Int, replacement: String) {
    self.offset = offset
    self.length = length
    self.replacement = replacement
  }
}

extension [SourceEdit] {
  /// `bytes` with all edits done.
  ///
  /// - Throws: `invalidEdits` if the edits are not in ascending order, overlap or leave the bytes.
  ///   Two edits at one offset overlap, since their order would say nothing about the result.
  package func applied(to bytes: [UInt8]) throws(OperationError) -> [UInt8] {
    if isEmpty { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    var previous: SourceEdit?
    for edit in self {
      guard edit.offset >= 0, edit.length >= 0, edit.offset <= bytes.count,
        edit.length <= bytes.count - edit.offset
      else {
        throw OperationError(
          .invalidEdits,
          "edit of \(edit.length) bytes at \(edit.offset), expected inside \(bytes.count) bytes"
        )
      }
      guard edit.offset >= end, edit.offset != previous?.offset else {
        throw OperationError(
          .invalidEdits,
          "edit at \(edit.offset), expected after the previous one, which ends at \(end)"
        )
      }
      result += bytes[end..<edit.offset]
      result += Array<UInt8>(edit.replacement.utf8)
      end = edit.offset + edit.length
      previous = edit
    }
    return result + bytes[end...]
  }
}
