import Base
import Versions

/// A dependency that the layers forbid, accepted for a reason and perhaps for a time.
package struct LayerException: Hashable, Sendable {
  package let reason: String
  /// The end of its last day, in Coordinated Universal Time; `nil` where it has no end.
  package let end: RecordDate?

  /// The last day on which it is accepted, such as `2027-01-31`.
  package var until: String? { end.map { String($0.description.prefix(10)) } }
}

extension LayerException {
  enum Key: String, JSONKey {
    case reason
    case until
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [.reason: .string(reason)]
    members[.until] = until.map { .string($0) }
    return .members(members)
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    let reasonField = try object.required(.reason)
    reason = try reasonField.string()
    guard reason.contains(where: { !$0.isWhitespace }) else {
      throw reasonField.failure(.invalidValue, "empty reason, expected why it is accepted")
    }
    end = try object[.until]?.parse { text throws(OperationError) in
      guard let end = try? RecordDate("\(text)T23:59:59Z") else {
        throw OperationError(
          .invalidValue,
          "invalid date \(quoted(text)), expected a day as '2027-01-31'"
        )
      }
      return end
    }
  }
}
