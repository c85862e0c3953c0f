public import FlowKit

extension FlowFailure.Code {
  /// No chef is within reach, cooks at that time and takes the order.
  public static let chefsNone = Self(rawValue: "chefs.none")
  /// The order was assigned to another chef meanwhile.
  public static let chefsAssigned = Self(rawValue: "chefs.assigned")
  /// The component's own data cannot be read.
  public static let chefsDamaged = Self(rawValue: "chefs.damaged")
  /// A setting in the environment makes no sense.
  public static let chefsSetting = Self(rawValue: "chefs.setting")
}
