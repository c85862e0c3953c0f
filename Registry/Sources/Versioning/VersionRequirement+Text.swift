extension VersionRequirement: CustomStringConvertible {
  /// The form that ``init(_:)`` reads: `2.4.1`, `from 1.0.0`, `up to next minor from 1.2.0`,
  /// `1.0.0..<2.0.0` or `1.0.0...1.9.0`.
  package var description: String {
    switch self {
    case .exact(let version): "\(version)"
    case .from(let lower): "\(Prefix.from)\(lower)"
    case .upToNextMinor(from: let lower): "\(Prefix.upToNextMinor)\(lower)"
    case .range(let lower, let upper): "\(lower)..<\(upper)"
    case .closedRange(let lower, let upper): "\(lower)...\(upper)"
    }
  }

  /// Reads a requirement as it is written for people; throws where no version could meet it.
  package init(_ text: String) throws(VersioningError) {
    self = try Self.parse(text).requireSatisfiable()
  }

  private static func parse(_ text: String) throws(VersioningError) -> VersionRequirement {
    if let lower = text.removing(prefix: Prefix.upToNextMinor) {
      return .upToNextMinor(from: try SemanticVersion(lower))
    }
    if let lower = text.removing(prefix: Prefix.from) {
      return .from(try SemanticVersion(lower))
    }
    if let (lower, upper) = text.halves(around: "..<") {
      return .range(from: try SemanticVersion(lower), to: try SemanticVersion(upper))
    }
    if let (lower, upper) = text.halves(around: "...") {
      return .closedRange(from: try SemanticVersion(lower), through: try SemanticVersion(upper))
    }
    return .exact(try SemanticVersion(text))
  }

  private enum Prefix {
    static let from = "from "
    static let upToNextMinor = "up to next minor from "
  }
}

extension String {
  fileprivate func removing(prefix: String) -> String? {
    utf8.starts(with: prefix.utf8)
      ? String(decoding: utf8.dropFirst(prefix.utf8.count), as: UTF8.self) : nil
  }

  fileprivate func halves(around separator: String) -> (String, String)? {
    let separator = Array(separator.utf8)
    var rest = utf8[...]
    while rest.count >= separator.count {
      if rest.starts(with: separator) {
        return (
          String(decoding: utf8[..<rest.startIndex], as: UTF8.self),
          String(decoding: rest.dropFirst(separator.count), as: UTF8.self)
        )
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
