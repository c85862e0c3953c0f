#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension OrderFlow {
  /// Makes the flow on the menu and the pictures that come with the component.
  ///
  /// - Parameters:
  ///   - store: where orders are kept.
  ///   - environment: the process's environment, from which releases that bring adapters of their
  ///     own configure them, so that whoever calls this stays as it is; this one reads nothing.
  ///   - now: when an order is placed.
  ///   - newID: what it is called; each call must return another one.
  public static func bundled(
    store: any OrderStore,
    environment: [String: String],
    now: @escaping @Sendable () -> Date = { Date() },
    newID: @escaping @Sendable () -> OrderID = { OrderID.random() }
  ) -> OrderFlow {
    OrderFlow(
      menu: { try Menu.bundled() },
      picture: { try MealPicture.bundled(for: $0) },
      store: store,
      now: now,
      newID: newID
    )
  }
}
