/// How hot a dish is when it is cooked as its cuisine knows it.
public enum Spiciness: String, Sendable, Hashable, Codable, CaseIterable {
  case mild
  case medium
  case hot

  /// What a person reads.
  public var name: String {
    self == .medium ? "medium hot" : rawValue
  }
}
