public import FlowKit
public import Foundation

/// A meal that was ordered: its dishes, and the one flavour that all of them get.
public struct Order: Sendable, Hashable, Identifiable {
  public let id: OrderID
  /// When it was placed, to the whole second, which every store and encoding can hand back exactly.
  public let placedAt: Date
  /// The dishes in the order they were chosen: at least one, each once, all in one currency.
  public let lines: [OrderLine]
  /// What the whole meal tastes of.
  public let flavour: OrderFlavour
  public let total: Money

  /// Makes an order, cutting `placedAt` to the whole second.
  ///
  /// - Throws: ``FlowFailure/Code/emptyOrder`` without lines, ``FlowFailure/Code/invalidOrder`` for
  ///   a dish in two lines or prices in two currencies, ``FlowFailure/Code/orderTooLarge`` when the
  ///   total does not fit into 64 bits.
  public init(
    id: OrderID,
    placedAt: Date,
    lines: [OrderLine],
    flavour: OrderFlavour
  ) throws(FlowFailure) {
    total = try lines.total()
    self.id = id
    self.placedAt = Date(
      timeIntervalSinceReferenceDate: placedAt.timeIntervalSinceReferenceDate.rounded(.down)
    )
    self.lines = lines
    self.flavour = flavour
  }
}

extension [OrderLine] {
  /// The sum of the lines' prices, once they are fit for one order.
  func total() throws(FlowFailure) -> Money {
    guard let first else {
      throw FlowFailure(.emptyOrder, "the order is empty, expected at least one dish")
    }
    var dishes: Set<DishID> = []
    var sum = Money.zero(first.unitPrice.currency)
    for line in self {
      guard dishes.insert(line.dish).inserted else {
        throw FlowFailure(.invalidOrder, "dish '\(line.dish)' is in the order twice, expected once")
      }
      do {
        sum = try sum.adding(line.price)
      } catch .overflow {
        throw FlowFailure(.orderTooLarge, "the total is more than this app can count")
      } catch {
        throw FlowFailure(.invalidOrder, "the order cannot be added up: \(error)")
      }
    }
    return sum
  }
}

extension Order: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, placedAt, lines, flavour
  }

  /// Reads an order, with the checks of a new one; the total is computed, not read.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      id: try container.decode(OrderID.self, forKey: .id),
      placedAt: try container.decode(Date.self, forKey: .placedAt),
      lines: try container.decode([OrderLine].self, forKey: .lines),
      flavour: try container.decode(OrderFlavour.self, forKey: .flavour)
    )
  }
}

/// The one flavour of an order, with its name as it was when it was ordered.
public struct OrderFlavour: Sendable, Hashable, Codable {
  /// Which flavour of the menu it was.
  public let id: FlavourID
  public let name: String

  public init(id: FlavourID, name: String) {
    self.id = id
    self.name = name
  }
}

/// Names one order, in stores and for the person who asks after it.
public typealias OrderID = Identifier<Order>

extension OrderID {
  /// Makes an identifier of 50 random bits that can be read aloud, such as `7g4k2-qxm0p`.
  ///
  /// The letters are Crockford's base 32, which leaves out those that look like digits.
  public static func random(using generator: inout some RandomNumberGenerator) -> OrderID {
    let letters = Array("0123456789abcdefghjkmnpqrstvwxyz")
    let bits = generator.next()
    let text = (0..<10).map { place in letters[Int(bits >> (place * 5) & 31)] }
    return OrderID(rawValue: String(text[..<5]) + "-" + String(text[5...]))
  }

  /// Makes an identifier of 50 bits from the system's random numbers.
  public static func random() -> OrderID {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }
}
