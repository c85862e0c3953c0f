import FlowKit

enum SourcingPages {
  static func asking(_ candidate: RankedChef) -> Page {
    Page(
      title: "Asking \(candidate.chef.name)",
      lines: [.text(candidate.explanation, role: .muted)]
    )
  }

  static func refusal(_ candidate: RankedChef, _ state: OfferState) -> Page {
    let name = candidate.chef.name
    if case .declined(let reason) = state {
      return Page(title: "\(name) declined", lines: [.text("Why: \(reason)", role: .warning)])
    }
    return Page(
      title: "\(name) did not answer in time",
      lines: [.text("The offer was taken back.", role: .warning)]
    )
  }

  static func nextChefQuestion(_ candidate: RankedChef) -> Question<Bool> {
    .confirm(
      "next-chef",
      "Ask \(candidate.chef.name) next?",
      detail: "\(candidate.explanation), \(candidate.chef.fee)",
      subject: candidate.chef.id.rawValue
    )
  }

  static func assignment(_ assignment: ChefAssignment) -> Page {
    Page(
      title: "\(assignment.chefName) cooks for you",
      lines: [
        .text(assignment.explanation, role: .success),
        .gap,
        .field("Kitchen", "\(assignment.neighbourhood), \(assignment.distance) away"),
        .field("Goes to", assignment.destination),
        .field("Arrives", "in about \(assignment.etaMinutes) minutes", role: .strong),
        .field("Chef's fee", "\(assignment.fee)"),
      ]
    )
  }
}
