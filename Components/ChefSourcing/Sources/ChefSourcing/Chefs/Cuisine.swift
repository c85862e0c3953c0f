/// A way of cooking, such as Thai.
public struct Cuisine: RawRepresentable, Sendable, Hashable, Codable {
  /// Lower-case words with hyphens, such as `middle-eastern`.
  public let rawValue: String

  /// Makes a cuisine; letter case, spaces and underscores do not count, so that `Middle Eastern`
  /// is `middle-eastern`.
  public init(rawValue: String) {
    let words = rawValue.lowercased().split { $0 == "-" || $0 == "_" || $0.isWhitespace }
    self.rawValue = words.joined(separator: "-")
  }

  /// What people read, such as `Middle Eastern`.
  public var label: String {
    rawValue.split(separator: "-")
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}
