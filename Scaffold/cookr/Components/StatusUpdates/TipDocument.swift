import FlowKit
import StatusUpdates

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
