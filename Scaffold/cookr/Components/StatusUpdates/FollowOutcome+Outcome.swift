import AppConsole
import FlowKit
import Foundation
import StatusUpdates

extension FlowOutcome {
  /// The state of an order after it was followed, or cancelled.
  static func followed(
    _ outcome: FollowOutcome,
    refunds: [Page.Line] = [],
    advising invocation: Invocation
  ) -> FlowOutcome {
    FlowOutcome(
      FollowOutcomeDocument(
        timeline: TimelineDocument(outcome.timeline),
        tip: TipDocument(outcome.tip)
      ),
      page: Page(
        title: "Order \(outcome.timeline.order)",
        lines: outcome.pageLines(advising: invocation) + refunds
      )
    )
  }
}

/// `cookr track --json`.
private struct FollowOutcomeDocument: Encodable {
  let schema = 1
  let timeline: TimelineDocument
  let tip: TipDocument?
}

extension FollowOutcome {
  func pageLines(advising invocation: Invocation) -> [Page.Line] {
    var lines: [Page.Line] = [.field("Status", timeline.status.label, role: timeline.status.role)]
    switch tip {
    case .given(let tip): lines.append(.field("Tip", tip.amount.description))
    case .failed(let failure):
      lines.append(.field("Tip", "not given: \(failure.message)", role: .warning))
    case .notOffered, .declined, .cancelled: break
    }
    if timeline.status == .placed {
      let way = invocation.command("meal --order \(timeline.order)")
      lines.append(.text("\(way) finds a chef and pays.", role: .muted))
    }
    return lines
  }
}

extension Status {
  /// What the status means to the person who waits for the meal.
  var role: TextRole {
    switch self {
    case .delivered: .success
    case .cancelled: .failure
    case .placed, .chefAssigned, .cooking, .onItsWay: .plain
    }
  }
}

struct TimelineDocument: Encodable {
  struct Change: Encodable {
    let status: String
    let at: Date
    let note: String?
  }

  let order: String
  let status: String
  let changes: [Change]

  init(_ timeline: Timeline) {
    order = timeline.order.rawValue
    status = timeline.status.rawValue
    changes = timeline.changes.map { Change(status: $0.status.rawValue, at: $0.at, note: $0.note) }
  }
}

/// What became of the tip after delivery.
struct TipDocument: Encodable {
  /// `given`, `declined`, `cancelled` or `failed`.
  let state: String
  let amount: MoneyDocument?
  /// Why it was not given, where it failed.
  let problem: String?

  /// Nil where no tip was offered.
  init?(_ tip: FollowOutcome.Tip) {
    switch tip {
    case .notOffered: return nil
    case .declined: self.init(state: "declined")
    case .cancelled: self.init(state: "cancelled")
    case .given(let tip): self.init(state: "given", amount: MoneyDocument(tip.amount))
    case .failed(let failure): self.init(state: "failed", problem: failure.message)
    }
  }

  private init(state: String, amount: MoneyDocument? = nil, problem: String? = nil) {
    self.state = state
    self.amount = amount
    self.problem = problem
  }
}
