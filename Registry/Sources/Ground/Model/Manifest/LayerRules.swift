package import Versions

/// Tells which dependencies between components the layers of a manifest allow at some time.
package struct LayerRules: Sendable {
  private let manifest: Manifest
  private let now: RecordDate

  package init(_ manifest: Manifest, at now: RecordDate) {
    self.manifest = manifest
    self.now = now
  }

  /// What the rules say of one dependency.
  package enum Verdict: Hashable, Sendable {
    /// Also where one of the two components has no layer.
    case allowed
    case excepted
    /// With the exception that has ended, where there was one.
    case forbidden(Violation, ended: LayerException?)
  }

  /// A dependency that the layers do not allow.
  package struct Violation: Hashable, Sendable {
    package let layer: LayerName
    /// Of the dependency.
    package let other: LayerName

    /// Whether both components are in the same layer, which does not use itself.
    package var isSideways: Bool { layer == other }
  }

  package func verdict(of dependent: ComponentName, on dependency: ComponentName) -> Verdict {
    guard let violation = violation(of: dependent, on: dependency) else { return .allowed }
    guard let exception = manifest.exceptions[dependent]?[dependency] else {
      return .forbidden(violation, ended: nil)
    }
    if let end = exception.end, end < now { return .forbidden(violation, ended: exception) }
    return .excepted
  }

  /// What an exception is needed for; `nil` where the dependency is allowed without one.
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
