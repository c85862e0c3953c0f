import ChefSourcing
import FlowKit

extension FlowOutcome {
  static func assignment(_ assignment: ChefAssignment) -> FlowOutcome {
    FlowOutcome(
      ChefOutcomeDocument(chef: ChefDocument(assignment)),
      page: Page(title: assignment.chefName, lines: assignment.pageLines())
    )
  }

  static func chefs(_ chefs: [ListedChef]) -> FlowOutcome {
    FlowOutcome(
      ChefsOutcomeDocument(chefs: chefs.map(ListedChefDocument.init)),
      page: Page(
        title: "Chefs",
        lines: chefs.map { .field($0.name, "\($0.explanation), \($0.fee)") }
          + [.gap, .text("No chef was asked.", role: .muted)]
      )
    )
  }
}

/// `cookr open cookr://chef --json`, without an order.
private struct ChefsOutcomeDocument: Encodable {
  let schema = 1
  let chefs: [ListedChefDocument]
}

/// Who would cook, for how much.
private struct ListedChefDocument: Encodable {
  let id: String
  let name: String
  let explanation: String
  let fee: MoneyDocument

  init(_ chef: ListedChef) {
    id = chef.id.rawValue
    name = chef.name
    explanation = chef.explanation
    fee = MoneyDocument(chef.fee)
  }
}

/// `cookr open cookr://chef?order=ORDER --json`.
private struct ChefOutcomeDocument: Encodable {
  let schema = 1
  let chef: ChefDocument
}

extension ChefAssignment {
  func pageLines(isDelivered: Bool = false) -> [Page.Line] {
    let lines: [Page.Line] = [
      .field("Chef", chefName),
      .field("Why", explanation),
      .field("To", destination),
      .field("Chef's fee", fee.description),
    ]
    return isDelivered ? lines : lines + [.field("In", "\(etaMinutes) minutes")]
  }
}

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
