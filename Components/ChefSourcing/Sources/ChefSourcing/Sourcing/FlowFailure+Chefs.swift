public import FlowKit

extension FlowFailure.Code {
  /// No chef is within reach and cooks at that time.
  public static let chefsNone = Self(rawValue: "chefs.none", kind: .unavailable)
  /// Every chef who could cook the order declined or did not answer.
  public static let chefsDeclined = Self(rawValue: "chefs.declined", kind: .unavailable)
  /// The order is not offered to the kitchen, or the offer is not open any more.
  public static let chefsNoOffer = Self(rawValue: "chefs.no-offer", kind: .conflict)
  /// The component's own data cannot be read.
  public static let chefsDamaged = Self(rawValue: "chefs.damaged", kind: .damaged)
  /// A setting in the environment is not valid.
  public static let chefsSetting = Self(rawValue: "chefs.setting", kind: .misconfigured)
}
