public import FlowKit

extension FlowFailure.Code {
  /// No chef is within reach, cooks at that time and takes the order.
  public static let chefsNone = Self(rawValue: "chefs.none", kind: .unavailable)
  /// The order was assigned to another chef meanwhile.
  public static let chefsAssigned = Self(rawValue: "chefs.assigned", kind: .conflict)
  /// The component's own data cannot be read.
  public static let chefsDamaged = Self(rawValue: "chefs.damaged", kind: .damaged)
  /// A setting in the environment is not valid.
  public static let chefsSetting = Self(rawValue: "chefs.setting", kind: .misconfigured)
}
