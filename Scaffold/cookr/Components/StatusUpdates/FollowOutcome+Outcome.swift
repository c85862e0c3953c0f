import AppConsole
import FlowKit
import StatusUpdates

extension FlowOutcome {
  /// The state of an order after it was followed, or cancelled.
  static func followed(
    _ outcome: FollowOutcome,
    refunds: [Page.Line] = [],
    advising invocation: Invocation
  ) -> FlowOutcome {
    FlowOutcome(
      ["schema": 1, "timeline": outcome.timeline.document, "tip": outcome.tip.document],
      page: Page(
        title: "Order \(outcome.timeline.order)",
        lines: outcome.pageLines(advising: invocation) + refunds
      )
    )
  }
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
  /// The meaning of the status for the person who waits for the meal.
  var role: TextRole {
    switch self {
    case .delivered: .success
    case .cancelled: .failure
    case .placed, .chefAssigned, .cooking, .onItsWay: .plain
    }
  }
}

extension Timeline {
  var document: Document {
    [
      "order": order.rawValue, "status": status.rawValue,
      "changes": changes.map { change -> Document in
        ["status": change.status.rawValue, "at": change.at, "note": change.note]
      },
    ]
  }
}

extension FollowOutcome.Tip {
  /// The result of the tip after delivery; nil if none was offered.
  var document: Document? {
    switch self {
    case .notOffered: nil
    case .declined: ["state": "declined"]
    case .cancelled: ["state": "cancelled"]
    case .given(let tip): ["state": "given", "amount": tip.amount.document]
    case .failed(let failure): ["state": "failed", "problem": failure.message]
    }
  }
}
