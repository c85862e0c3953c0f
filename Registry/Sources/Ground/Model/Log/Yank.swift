import Base
package import Versions

/// The record of a withdrawal: the release is no longer chosen, and can still be built where it is
/// pinned.
package struct Yank: Hashable, Sendable {
  package var version: SemanticVersion
  package var reason: String
  package var date: RecordDate
  /// Members of a later format, kept as they were read.
  package var later: LaterFormat?

  package init(
    version: SemanticVersion,
    reason: String,
    date: RecordDate,
    later: LaterFormat? = nil
  ) {
    self.version = version
    self.reason = reason
    self.date = date
    self.later = later
  }
}

extension Yank {
  enum Key: String, JSONKey {
    case date
    case format
    case reason
    case yank
  }

  var json: JSONValue {
    let members: [Key: JSONValue] = [
      .date: .string(date.description),
      .reason: .string(reason),
      .yank: .string(version.description),
    ]
    return LaterFormat.adding(later, to: .members(members))
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    later = try LaterFormat(object[.format], others: object)
    version = try object.required(.yank).version()
    reason = try object.required(.reason).string()
    date = try object.required(.date).parse(RecordDate.init(_:))
  }
}
