package import Base
package import Versions

/// The JSON form of requirements: `"2.4.1"` for exactly that version, else an object with the
/// options of `swift package add-dependency`: `{"from": "1.0.0"}`,
/// `{"upToNextMinorFrom": "1.2.0"}`, `{"from": "1.0.0", "to": "1.9.0"}`,
/// `{"from": "1.0.0", "through": "1.8.4"}`.
extension VersionRequirement {
  enum Key: String, JSONKey {
    case from
    case through
    case to
    case upToNextMinorFrom
  }

  /// The value in manifests and records.
  package var json: JSONValue {
    func object(_ members: KeyValuePairs<Key, SemanticVersion>) -> JSONValue {
      .object(
        Dictionary(members.map { ($0.rawValue, .string($1.description)) }) { first, _ in first }
      )
    }
    return switch self {
    case .exact(let version): .string(version.description)
    case .from(let lower): object([.from: lower])
    case .upToNextMinor(from: let lower): object([.upToNextMinorFrom: lower])
    case .range(let lower, let upper): object([.from: lower, .to: upper])
    case .closedRange(let lower, let upper): object([.from: lower, .through: upper])
    }
  }

  init(_ field: JSONField) throws(OperationError) {
    self = try Self.read(field)
    do throws(OperationError) {
      try requireSatisfiable()
    } catch {
      throw field.located(error)
    }
  }

  private static func read(_ field: JSONField) throws(OperationError) -> VersionRequirement {
    switch field.node.content {
    case .string: return .exact(try field.version())
    case .object: break
    default: throw field.wrongType("a version or an object such as {\"from\": \"1.0.0\"}")
    }
    let object = try field.object(Key.self)
    try object.refuseOthers()
    let lower = try object[.from]?.version()
    let minor = try object[.upToNextMinorFrom]?.version()
    let upper = try object[.to]?.version()
    let last = try object[.through]?.version()
    switch (lower, minor, upper, last) {
    case (let lower?, nil, nil, nil): return .from(lower)
    case (nil, let lower?, nil, nil): return .upToNextMinor(from: lower)
    case (let lower?, nil, let upper?, nil): return .range(from: lower, to: upper)
    case (let lower?, nil, nil, let last?): return .closedRange(from: lower, through: last)
    default:
      throw field.failure(
        .invalidValue,
        "expected 'from', alone or with one of 'to' and 'through', or 'upToNextMinorFrom' alone"
      )
    }
  }
}
