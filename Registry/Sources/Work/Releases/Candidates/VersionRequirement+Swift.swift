import Versions

extension VersionRequirement {
  /// The arguments of `.package(id:)` after the identity.
  var swiftArguments: String {
    switch self {
    case .exact(let version): "exact: \"\(version)\""
    case .from(let lower): "from: \"\(lower)\""
    case .upToNextMinor(from: let lower): ".upToNextMinor(from: \"\(lower)\")"
    case .range(let lower, let upper): "\"\(lower)\"..<\"\(upper)\""
    case .closedRange(let lower, let upper): "\"\(lower)\"...\"\(upper)\""
    }
  }
}
