/// Where the chefs come from.
public protocol ChefDirectory: Sendable {
  /// The chefs who may be worth asking for a meal at a point, in any order.
  ///
  /// It may return too many: who is out of reach or closed is sorted out by the ranking, which
  /// counts them for the person.
  func chefs(near coordinates: Coordinates) async throws -> [Chef]
}
