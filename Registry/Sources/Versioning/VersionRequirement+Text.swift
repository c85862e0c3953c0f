extension VersionRequirement: CustomStringConvertible {
  /// The form for people: `2.4.1`, `from 1.0.0`, `up to the next minor from 1.2.0`, `1.0.0..<2.0.0` or
  /// `1.0.0...1.9.0`.
  package var description: String {
    switch self {
    case .exact(let version): "\(version)"
    case .from(let lower): "from \(lower)"
    case .upToNextMinor(from: let lower): "up to the next minor from \(lower)"
    case .range(let lower, let upper): "\(lower)..<\(upper)"
    case .closedRange(let lower, let upper): "\(lower)...\(upper)"
    }
  }
}
