/// An assignment was refused since the order already has another chef.
public struct AssignmentConflict: Error, Hashable, Sendable {
  /// The assignment that stands.
  public let existing: ChefAssignment
  /// The chef who was to be assigned instead.
  public let refused: Chef.ID

  /// Makes the error.
  public init(existing: ChefAssignment, refused: Chef.ID) {
    self.existing = existing
    self.refused = refused
  }
}

extension AssignmentConflict: CustomStringConvertible {
  /// The error in words.
  public var description: String {
    "order '\(existing.orderReference)' is assigned to '\(existing.chefID.rawValue)', "
      + "so it cannot be assigned to '\(refused.rawValue)'"
  }
}
