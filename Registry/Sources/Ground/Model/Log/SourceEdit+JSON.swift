import Base
import Git

extension SourceEdit {
  var json: JSONValue {
    .array([.integer(offset), .integer(length), .string(replacement)])
  }

  init(_ field: JSONField) throws(OperationError) {
    let parts = try field.array()
    guard parts.count == 3 else {
      throw field.failure(.invalidValue, "expected an offset, a length and a replacement")
    }
    let (offset, length) = (try parts[0].integer(), try parts[1].integer())
    guard offset >= 0, length >= 0, !offset.addingReportingOverflow(length).overflow else {
      throw field.failure(
        .invalidValue,
        "offset '\(offset)' and length '\(length)' are not a valid range"
      )
    }
    self.init(offset: offset, length: length, replacement: try parts[2].string())
  }

  /// The edits of one file, in order and apart from each other.
  static func list(_ field: JSONField) throws(OperationError) -> [SourceEdit] {
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
