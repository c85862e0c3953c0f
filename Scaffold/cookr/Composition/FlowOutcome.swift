import ChefSourcing
import OrderProcessing
import Payments
import StatusUpdates

/// What one of the built-in flows has completed with.
enum FlowOutcome: Sendable {
  case order(Order)
  case assignment(ChefAssignment)
  case receipts([Receipt])
  case refund(Refund)
  case followed(FollowOutcome)
}
