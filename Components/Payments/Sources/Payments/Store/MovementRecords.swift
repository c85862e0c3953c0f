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

  /// Whether an outcome is still to be set; no for one that was set before.
  ///
  /// - Throws: ``PaymentStoreError`` for a movement that is not there, or ended otherwise.
  func expects(_ outcome: Moving.Outcome, of id: Moving.ID) throws(PaymentStoreError) -> Bool {
    guard let movement = all.first(where: { $0.id == id }) else { throw Moving.unknown(id) }
    guard let standing = movement.outcome else { return true }
    guard standing == outcome else { throw Moving.decided(id, standing) }
    return false
  }

  mutating func set(_ outcome: Moving.Outcome, of id: Moving.ID) throws(PaymentStoreError) -> Moving
  {
    guard let index = all.firstIndex(where: { $0.id == id }) else { throw Moving.unknown(id) }
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
