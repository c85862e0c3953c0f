public import FlowKit
public import Foundation

/// Takes an order on two screens: the options, then the meal with its picture and summary.
///
/// It asks `dish`, `quantity` for each dish and `flavour`, shows the page `meal` and asks `done`.
/// "No" there leads back to the options; "yes" stores the order and answers with it.
public struct OrderFlow: SequentialFlow {
  public typealias Parameters = OrderParameters
  public typealias Output = Order

  let menu: @Sendable () throws -> Menu
  private let picture: @Sendable (CuisineID) throws -> MealPicture
  private let store: @Sendable (Order) async throws -> Void
  private let now: @Sendable () -> Date
  private let newID: @Sendable () -> OrderID

  /// Makes a flow from its parts.
  ///
  /// - Parameters:
  ///   - menu: what can be ordered, read when the flow starts rather than when it is made.
  ///   - picture: the picture of a meal of one cuisine.
  ///   - store: keeps the order for good, before the flow answers.
  ///   - now: when an order is placed.
  ///   - newID: what it is called; each call must return another one.
  public init(
    menu: @escaping @Sendable () throws -> Menu,
    picture: @escaping @Sendable (CuisineID) throws -> MealPicture,
    store: @escaping @Sendable (Order) async throws -> Void,
    now: @escaping @Sendable () -> Date,
    newID: @escaping @Sendable () -> OrderID
  ) {
    self.menu = menu
    self.picture = picture
    self.store = store
    self.now = now
    self.newID = newID
  }

  public func run(_ parameters: OrderParameters, on presenter: any Presenter) async throws -> Order
  {
    let menu = try menu()
    let preset = try Preset(parameters, on: menu)
    let options = OptionsScreen(menu: menu, cuisine: preset.cuisine)
    var meal = try await options.choose(preset, on: presenter)
    while try await !isDone(with: meal, of: menu, on: presenter) {
      meal = try await options.change(meal, on: presenter)
    }
    let order = try meal.order(id: newID(), placedAt: now())
    try await store(order)
    return order
  }

  private func isDone(
    with meal: Meal,
    of menu: Menu,
    on presenter: any Presenter
  ) async throws -> Bool {
    let screen = MealScreen(
      meal: meal,
      menu: menu,
      picture: try picture(meal.cuisine).coloured(by: meal.flavour)
    )
    return try await screen.present(on: presenter)
  }

  /// Makes the flow on the menu and the pictures that come with the component.
  ///
  /// - Parameters:
  ///   - store: keeps an order for good; what it throws ends the flow.
  ///   - now: when an order is placed.
  ///   - newID: what it is called; each call must return another one.
  public static func bundled(
    store: @escaping @Sendable (Order) async throws -> Void,
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
