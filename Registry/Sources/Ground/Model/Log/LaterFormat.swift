package import Base

/// The members of a record that this version does not know, because its format is newer.
///
/// They are kept, so that writing the record again loses nothing. In a record of a known format, an
/// unknown key is an error.
package struct LaterFormat: Hashable, Sendable {
  /// The format of a record without members of later formats.
  package static let first = 1

  private static let key = "format"

  package let format: Int
  package let members: [String: JSONValue]

  /// `nil` for a known format; a record without a number has the first.
  ///
  /// - Parameter known: The last format of such a record of which every key is known.
  init?<Key: JSONKey>(
    _ field: JSONField?,
    others object: JSONObject<Key>,
    known: Int = Self.first
  ) throws(OperationError) {
    format = try field?.integer() ?? 1
    if let field, format < 1 {
      throw field.failure(.unknownSchema, "format '\(format)' is not known, expected '1' or more")
    }
    guard format > known else {
      try object.refuseOthers()
      return nil
    }
    members = Dictionary(object.others.map { ($0.key, $0.value.node.value) }) { first, _ in first }
  }

  static func adding(_ later: LaterFormat?, to record: JSONValue) -> JSONValue {
    guard let later, case .object(var members) = record else { return record }
    members.merge(later.members) { known, _ in known }
    members[key] = .integer(later.format)
    return .object(members)
  }
}
