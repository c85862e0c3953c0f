/// Who besides everyone else can eat a dish.
public enum Diet: String, Sendable, Hashable, Codable, CaseIterable {
  /// Without meat and fish.
  case vegetarian
  /// Without anything from an animal.
  case vegan
}
