import ChefSourcing
import FlowKit

extension FlowOutcome {
  /// That a chef was found.
  static func assignment(_ assignment: ChefAssignment) -> FlowOutcome {
    FlowOutcome(
      ChefOutcomeDocument(chef: ChefDocument(assignment)),
      page: Page(title: assignment.chefName, lines: assignment.pageLines())
    )
  }
}

/// `cookr open cookr://chef --json`.
private struct ChefOutcomeDocument: Encodable {
  let schema = 1
  let chef: ChefDocument
}

extension ChefAssignment {
  /// The chef as a person reads it.
  ///
  /// - Parameter isDelivered: whether the time that the delivery takes is past.
  func pageLines(isDelivered: Bool = false) -> [Page.Line] {
    let lines: [Page.Line] = [
      .field("Chef", chefName),
      .field("Why", explanation),
      .field("To", destination),
      .field("Delivery", fee.description),
    ]
    return isDelivered ? lines : lines + [.field("In", "\(etaMinutes) minutes")]
  }
}
