/// What releases record for the dependencies that the manifest has no requirement for.
package enum RequirementStyle: String, CaseIterable, Hashable, Sendable {
  /// All compatible versions: below 1.0.0, up to the next minor version.
  case compatible
  /// Up to the next major version, also below 1.0.0.
  case from
}
