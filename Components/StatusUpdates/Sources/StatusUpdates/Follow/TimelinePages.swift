import FlowKit
import Foundation

struct TimelinePages: Sendable {
  let timeZone: TimeZone

  func overview(of timeline: Timeline) -> Page {
    let taken = timeline.changes.map(line)
    let ahead = sequence(first: timeline.status) { $0.successors.first }
      .dropFirst()
      .map { Page.Line.field($0.label, "to come", role: .muted) }
    return Page(title: "Order \(timeline.order)", lines: taken + ahead)
  }

  func change(_ change: StatusChange, of order: OrderReference) -> Page {
    Page(
      title: "Order \(order) \(news(change.status))",
      lines: [.text(timeAndNote(change), role: role(change.status))]
    )
  }

  /// The result of the offer of a tip; `nil` if there is nothing to say.
  func tip(_ tip: FollowOutcome.Tip, for chef: String?) -> Page? {
    switch tip {
    case .notOffered, .declined: return nil
    case .given(let outcome):
      let receipt = outcome.receipt.map { Page.Line.field("receipt", $0, role: .muted) }
      return Page(
        title: "Thank you",
        lines: [
          .text("\(chef ?? "The chef") gets your tip of \(outcome.amount).", role: .success)
        ] + (receipt.map { [$0] } ?? [])
      )
    case .cancelled:
      return Page(title: "No tip given", lines: [.text("Your order has been delivered.")])
    case .failed(let failure):
      let help = failure.help.map { [Page.Line.text($0, role: .muted)] } ?? []
      return Page(
        title: "The tip was not given",
        lines: [.text(failure.message, role: .warning)] + help
          + [.text("Your order has been delivered.")]
      )
    }
  }

  private func line(_ change: StatusChange) -> Page.Line {
    .field(change.status.label, timeAndNote(change), role: role(change.status))
  }

  private func timeAndNote(_ change: StatusChange) -> String {
    let time = change.at.timeOfDay(in: timeZone)
    return change.note.map { "\(time)  \($0)" } ?? time
  }

  private func role(_ status: Status) -> TextRole {
    switch status {
    case .placed, .chefAssigned, .cooking, .onItsWay: .plain
    case .delivered: .success
    case .cancelled: .failure
    }
  }

  private func news(_ status: Status) -> String {
    switch status {
    case .placed: "is placed"
    case .chefAssigned: "has a chef"
    case .cooking: "is being cooked"
    case .onItsWay: "is on its way"
    case .delivered: "is delivered"
    case .cancelled: "is cancelled"
    }
  }
}
