import Errors
import Versioning

/// What releases record for the dependencies that the manifest has no requirement for.
package enum RequirementStyle: String, CaseIterable, Hashable, Sendable {
  /// All compatible versions: below 1.0.0, up to the next minor version.
  case compatible
  /// Up to the next major version, also below 1.0.0.
  case from
}

extension RequirementStyle {
  init(_ field: JSONField) throws(OperationError) {
    let text = try field.string()
    guard let style = Self(rawValue: text) else {
      let known = Self.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw field.failure(.invalidValue, "invalid requirements \(quoted(text)), expected \(known)")
    }
    self = style
  }
}
