import AppConsole
import ChefSourcing
import FlowKit

extension FlowOutcome {
  static func assignment(_ assignment: ChefAssignment) -> FlowOutcome {
    FlowOutcome(
      ["schema": 1, "chef": assignment.document],
      page: Page(title: assignment.chefName, lines: assignment.pageLines())
    )
  }

  static func chefs(_ chefs: [ListedChef]) -> FlowOutcome {
    FlowOutcome(
      ["schema": 1, "chefs": chefs.map(\.document)],
      page: Page(
        title: "Chefs",
        lines: chefs.map { .field($0.name, "\($0.explanation), \($0.fee)") }
          + [.gap, .text("No chef was asked.", role: .muted)]
      )
    )
  }
}

extension ListedChef {
  fileprivate var document: Document {
    ["id": id.rawValue, "name": name, "explanation": explanation, "fee": fee.document]
  }
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

  var document: Document {
    [
      "id": chefID.rawValue, "name": chefName, "explanation": explanation,
      "neighbourhood": neighbourhood, "destination": destination, "fee": fee.document,
      "etaMinutes": etaMinutes,
    ]
  }
}
