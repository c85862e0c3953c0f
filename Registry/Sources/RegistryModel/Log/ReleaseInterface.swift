package import Versioning

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

  package init(_ change: Change, since: SemanticVersion? = nil, accepted: String? = nil) {
    self.change = change
    self.since = since
    self.accepted = accepted
  }
}

extension ReleaseInterface {
  enum Key: String, JSONKey {
    case accepted
    case change
    case since
  }

  var json: JSONValue {
    var members: [Key: JSONValue] = [.change: .string(change.rawValue)]
    if let since { members[.since] = .string(since.description) }
    if let accepted { members[.accepted] = .string(accepted) }
    return .members(members)
  }

  /// - Parameter refusesOthers: Whether every key must be known, as in a record of a known format.
  init(_ field: JSONField, refusesOthers: Bool) throws(RegistryModelError) {
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
  }
}
