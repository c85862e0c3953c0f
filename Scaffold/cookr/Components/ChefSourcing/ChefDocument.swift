import ChefSourcing

/// Who cooks an order.
struct ChefDocument: Encodable {
  let id: String
  let name: String
  let explanation: String
  let neighbourhood: String
  let destination: String
  let fee: MoneyDocument
  let etaMinutes: Int

  init(_ assignment: ChefAssignment) {
    id = assignment.chefID.rawValue
    name = assignment.chefName
    explanation = assignment.explanation
    neighbourhood = assignment.neighbourhood
    destination = assignment.destination
    fee = MoneyDocument(assignment.fee)
    etaMinutes = assignment.etaMinutes
  }
}
