import PaymentsInterface

/// The movements of one kind in an in-memory store, and which process owns those that are pending.
struct MovementRecords<Moving: Movement>: Sendable {
  /// Oldest first.
  private(set) var all: [Moving] = []
  private var owners: [Moving.ID: Int] = [:]

  var unfinished: [Moving] {
    all.filter { $0.outcome == nil && owners[$0.id] == nil }
  }

  func requireNew(_ movement: Moving) throws(PaymentStoreError) {
    if all.contains(where: { $0.id == movement.id }) { throw .duplicate(movement.id.rawValue) }
    if all.contains(where: { $0.key == movement.key }) { throw .duplicate(movement.key.rawValue) }
  }

  mutating func append(_ movement: Moving, owner: Int) {
    all.append(movement)
    owners[movement.id] = owner
  }

  /// Sets an outcome once; `book` runs before it is set for the first time.
  mutating func record(
    _ outcome: Moving.Outcome,
    of id: Moving.ID,
    book: () throws -> Void
  ) throws -> Moving {
    guard let index = all.firstIndex(where: { $0.id == id }) else { throw Moving.unknown(id) }
    if let standing = all[index].outcome {
      guard standing == outcome else { throw Moving.decided(id, standing) }
      return all[index]
    }
    try book()
    all[index].outcome = outcome
    owners[id] = nil
    return all[index]
  }

  mutating func release(_ id: Moving.ID) {
    owners[id] = nil
  }

  mutating func disown(_ owner: Int) {
    owners = owners.filter { $0.value != owner }
  }
}
