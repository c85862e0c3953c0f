import Errors

/// Where the changes of releases are listed.
package enum ChangelogPlacement: String, CaseIterable, Hashable, Sendable {
  /// In one file in the root of the repository, with a section for each component.
  case repository
  /// In a file in the folder of each component, which its releases contain.
  case components
}

extension ChangelogPlacement {
  init(_ field: JSONField) throws(OperationError) {
    let text = try field.string()
    guard let placement = Self(rawValue: text) else {
      let known = Self.allCases.map { "'\($0.rawValue)'" }.joined(separator: " or ")
      throw field.failure(.invalidValue, "invalid value '\(text)', expected \(known)")
    }
    self = placement
  }
}
