/// How far an order has come.
///
/// An order goes from `placed` over `chefAssigned`, `cooking` and `onItsWay` to `delivered`, one
/// step at a time. It can be cancelled until the meal leaves the kitchen: the customer changes their
/// mind, no chef is found, the kitchen gives up. A meal that is on its way exists and is paid for;
/// what goes wrong from there on is a refund, not a cancelled order.
public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
  /// The order was taken; no chef has it yet.
  case placed
  /// A chef has accepted the order.
  case chefAssigned = "chef-assigned"
  /// The chef is at work.
  case cooking
  /// The meal has left the kitchen.
  case onItsWay = "on-its-way"
  /// The customer has the meal: the good end.
  case delivered
  /// There will be no meal: the other end.
  case cancelled

  /// What can come next, the usual step first; empty for the two ends.
  public var successors: [Status] {
    switch self {
    case .placed: [.chefAssigned, .cancelled]
    case .chefAssigned: [.cooking, .cancelled]
    case .cooking: [.onItsWay, .cancelled]
    case .onItsWay: [.delivered]
    case .delivered, .cancelled: []
    }
  }

  /// Whether nothing can come after it.
  public var isFinal: Bool {
    successors.isEmpty
  }

  /// The status as a person reads it.
  public var label: String {
    rawValue.split(separator: "-").joined(separator: " ")
  }
}
