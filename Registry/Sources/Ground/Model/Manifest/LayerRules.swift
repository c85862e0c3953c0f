import Base
package import Versions

/// Tells which dependencies between components the layers of a manifest allow at some time.
package struct LayerRules: Sendable {
  private let manifest: Manifest
  private let now: RecordDate

  /// Creates the rules of a manifest.
  ///
  /// - Parameter now: The time at which exceptions must not have ended.
  package init(_ manifest: Manifest, at now: RecordDate) {
    self.manifest = manifest
    self.now = now
  }

  /// The result of the rules for one dependency.
  package enum Verdict: Hashable, Sendable {
    /// The layers allow it, or one of the two components has no layer.
    case allowed
    /// The layers forbid it, and an exception that has not ended allows it.
    case excepted
    /// The layers forbid it; with the exception that has ended, if there was one.
    case forbidden(Violation, ended: LayerException?)
  }

  /// A dependency that the layers do not allow.
  package struct Violation: Hashable, Sendable {
    /// The layer of the dependent.
    package let layer: LayerName
    /// The layer of the dependency.
    package let other: LayerName

    /// Whether both components are in the same layer, which does not use itself.
    package var isSideways: Bool { layer == other }
  }

  /// Whether `dependent` may depend on `dependency`.
  package func verdict(of dependent: ComponentName, on dependency: ComponentName) -> Verdict {
    guard let violation = violation(of: dependent, on: dependency) else { return .allowed }
    guard let exception = manifest.exceptions[dependent]?[dependency] else {
      return .forbidden(violation, ended: nil)
    }
    if let end = exception.end, end < now { return .forbidden(violation, ended: exception) }
    return .excepted
  }

  /// The violation that an exception is needed for; `nil` if the layers allow the dependency.
  package func violation(
    of dependent: ComponentName,
    on dependency: ComponentName
  ) -> Violation? {
    guard let layer = manifest.components[dependent]?.layer,
      let other = manifest.components[dependency]?.layer,
      let rules = manifest.layers[layer], !rules.mayUse.contains(other)
    else { return nil }
    return Violation(layer: layer, other: other)
  }
}

/// A layer, with the layers that its components may depend on.
package struct Layer: Hashable, Sendable {
  /// A layer that names itself lets its components depend on each other.
  package var mayUse: [LayerName]

  package init(mayUse: [LayerName] = []) {
    self.mayUse = mayUse
  }
}

extension Layer {
  enum Key: String, JSONKey {
    case mayUse
  }

  var json: JSONValue {
    .members([Key.mayUse: .array(mayUse.map { .string($0.text) })])
  }

  init(_ field: JSONField) throws(OperationError) {
    let object = try field.object(Key.self)
    try object.refuseOthers()
    mayUse = try object.required(.mayUse).distinct({ "layer '\($0)' is" }, LayerName.init(_:))
  }
}

/// A dependency that the layers forbid, accepted for a reason and perhaps for a time.
package struct LayerException: Hashable, Sendable {
  /// The reason for the exception, for readers of the manifest.
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

/// The name of a layer, such as `core` or `feature`.
package typealias LayerName = Name<LayerRole>

/// The rules for the names of layers.
package enum LayerRole: NameRole {
  package static let noun = "layer"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}
