import Base
package import Versions

/// The recorded result of comparing a release's public interface with that of the previous release.
///
/// A record without it is older than the comparison.
package struct ReleaseInterface: Hashable, Sendable {
  package enum Change: String, CaseIterable, Hashable, Sendable {
    case unchanged
    case additive
    case breaking
    /// There is no previous release.
    case first
    /// It has no library product.
    case noLibrary = "no-library"
    /// The comparison was switched off for the release.
    case unchecked
  }

  package var change: Change
  /// The release that it was compared with.
  package var since: SemanticVersion?
  /// The reason for accepting incompatible changes, if they were accepted.
  package var accepted: String?
  /// The version of the rules by which it was compared; `nil` if it was not, or before there were
  /// rules.
  package var rules: Int?

  package init(
    _ change: Change,
    since: SemanticVersion? = nil,
    accepted: String? = nil,
    rules: Int? = nil
  ) {
    self.change = change
    self.since = since
    self.accepted = accepted
    self.rules = rules
  }
}

extension ReleaseInterface {
  enum Key: String, JSONKey {
    case accepted
    case change
    case rules
    case since
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [.change: .string(change.rawValue)]
    if let since { members[.since] = .string(since.description) }
    if let accepted { members[.accepted] = .string(accepted) }
    if let rules { members[.rules] = .integer(rules) }
    return .members(members)
  }

  /// - Parameter refusesOthers: Whether every key must be known, as in a record of a known format.
  init(_ field: JSONField, refusesOthers: Bool) throws(OperationError) {
    let object = try field.object(Key.self)
    if refusesOthers { try object.refuseOthers() }
    let word = try object.required(.change)
    guard let change = Change(rawValue: try word.string()) else {
      let known = Change.allCases.map(\.rawValue).joined(separator: ", ")
      throw word.failure(
        .invalidValue,
        "unknown change \(quoted(try word.string()))",
        help: "known here: \(known)"
      )
    }
    self.change = change
    since = try object[.since]?.version()
    accepted = try object[.accepted]?.string()
    rules = try object[.rules]?.integer()
  }
}
