public import FlowKit

/// One dish of an order, with its name and price as they were when it was ordered.
public struct OrderLine: Sendable, Hashable {
  /// Which dish of the menu it was.
  public let dish: DishID
  /// What the dish was called.
  public let name: String
  /// Where the dish comes from.
  public let cuisine: CuisineID
  /// How many portions, at least one.
  public let quantity: Int
  public let unitPrice: Money
  public let price: Money

  /// Makes a line of an order.
  ///
  /// - Throws: ``FlowFailure/Code/invalidOrder`` for a quantity below one or a negative price,
  ///   ``FlowFailure/Code/orderTooLarge`` when the price does not fit into 64 bits.
  public init(
    dish: DishID,
    name: String,
    cuisine: CuisineID,
    quantity: Int,
    unitPrice: Money
  ) throws(FlowFailure) {
    guard quantity >= 1 else {
      throw FlowFailure(
        .invalidOrder,
        "invalid quantity '\(quantity)' of '\(dish)', expected at least 1"
      )
    }
    guard unitPrice.minorUnits >= 0 else {
      throw FlowFailure(
        .invalidOrder,
        "invalid price '\(unitPrice)' of '\(dish)', expected none below zero"
      )
    }
    do {
      price = try unitPrice.multiplied(by: quantity)
    } catch {
      throw FlowFailure(.orderTooLarge, "\(quantity) of '\(dish)' cannot be priced: \(error)")
    }
    self.dish = dish
    self.name = name
    self.cuisine = cuisine
    self.quantity = quantity
    self.unitPrice = unitPrice
  }
}

extension OrderLine: Codable {
  private enum CodingKeys: String, CodingKey {
    case dish, name, cuisine, quantity, unitPrice
  }

  /// Reads a line, with the checks of a new one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      dish: try container.decode(DishID.self, forKey: .dish),
      name: try container.decode(String.self, forKey: .name),
      cuisine: try container.decode(CuisineID.self, forKey: .cuisine),
      quantity: try container.decode(Int.self, forKey: .quantity),
      unitPrice: try container.decode(Money.self, forKey: .unitPrice)
    )
  }
}
