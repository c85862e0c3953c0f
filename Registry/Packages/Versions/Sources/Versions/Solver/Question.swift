/// The pins to solve for: all of a catalog, or fewer, to find a remedy for a conflict.
struct Question: Sendable {
  /// The pins that hold.
  var pins: Set<Int>
  /// Components that are wanted as near to their pins as can be, the first before the others.
  var wanted: [Int] = []
}

extension Question {
  init(_ catalog: Catalog) {
    pins = Set(catalog.entries.indices.filter { catalog[$0].pin != nil })
  }
}
