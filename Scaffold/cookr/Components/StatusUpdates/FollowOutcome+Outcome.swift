import AppConsole
import FlowKit
import StatusUpdates
import StatusUpdatesInterface

extension FlowOutcome {
  /// The state of an order after it was followed, or cancelled.
  ///
  /// - Parameter refunds: what the page says of the money of a cancelled order.
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
  /// The outcome as a person reads it.
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
