/// A replacement of bytes in a file of a release, recorded once so that the published form never
/// depends on who makes it.
package struct SourceEdit: Hashable, Sendable {
  /// Of the first byte that is replaced, in the file as it is in the release's tree.
  package let offset: Int
  /// Of what is replaced, in bytes.
  package let length: Int
  package let replacement: String

  package init(offset: Int, length: Int, replacement: String) {
    self.offset = offset
    self.length = length
    self.replacement = replacement
  }
}

extension SourceEdit {
  var json: JSONValue {
    .array([.integer(offset), .integer(length), .string(replacement)])
  }

  init(_ field: JSONField) throws(RegistryModelError) {
    let parts = try field.array()
    guard parts.count == 3 else {
      throw field.failure(.invalidValue, "expected an offset, a length and a replacement")
    }
    (offset, length) = (try parts[0].integer(), try parts[1].integer())
    replacement = try parts[2].string()
    guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else {
      throw field.failure(
        .invalidValue,
        "offset '\(offset)' and length '\(length)' are not a valid range"
      )
    }
  }

  /// The edits of one file, in order and apart from each other.
  static func list(_ field: JSONField) throws(RegistryModelError) -> [SourceEdit] {
    var edits: [SourceEdit] = []
    for entry in try field.array() {
      let edit = try SourceEdit(entry)
      if let last = edits.last, edit.offset < last.offset + last.length {
        throw entry.failure(
          .invalidValue,
          "an edit starts at '\(edit.offset)', before the last ends"
        )
      }
      edits.append(edit)
    }
    return edits
  }
}
