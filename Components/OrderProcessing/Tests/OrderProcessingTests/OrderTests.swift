import FlowKit
import Foundation
import OrderProcessing
import Testing

struct OrderTests {
  private static let smoky = OrderFlavour(id: FlavourID(rawValue: "smoky"), name: "Smoky")

  private func order(_ lines: [OrderLine], at date: Date = Date()) throws -> Order {
    try Order(id: OrderID(rawValue: "a"), placedAt: date, lines: lines, flavour: Self.smoky)
  }

  @Test func `the total is the sum of quantities times prices`() throws {
    let order = try order([
      .sample("pad-thai", quantity: 2, minorUnits: 1190),
      .sample("tom-kha", quantity: 3, minorUnits: 890),
    ])
    #expect(order.total == Money(minorUnits: 5050, currency: .eur))
    #expect(order.lines.map(\.price.minorUnits) == [2380, 2670])
  }

  @Test(
    arguments: [
      ([], .emptyOrder, "the order is empty, expected at least one dish"),
      (
        [("pad-thai", 1190, .eur), ("pad-thai", 1190, .eur)], .invalidOrder,
        "dish 'pad-thai' is in the order twice, expected once"
      ),
      (
        [("pad-thai", 1190, .eur), ("tom-kha", 1190, .usd)], .invalidOrder,
        "the order cannot be added up: amounts in EUR and USD do not add"
      ),
      (
        [("pad-thai", .max, .eur), ("tom-kha", 1, .eur)], .orderTooLarge,
        "the total is more than this app can count"
      ),
    ] as [([(String, Int64, Currency)], FlowFailure.Code, String)]
  )
  func `lines that make no order are refused`(
    dishes: [(String, Int64, Currency)],
    code: FlowFailure.Code,
    message: String
  ) {
    #expect(throws: FlowFailure(code, message)) {
      try order(dishes.map { try .sample($0.0, minorUnits: $0.1, currency: $0.2) })
    }
  }

  @Test(
    arguments: [
      (
        2, .max, .orderTooLarge,
        "2 of 'pad-thai' cannot be priced: the amount is larger than this app can count"
      ),
      (0, 1, .invalidOrder, "invalid quantity '0' of 'pad-thai', expected at least 1"),
      (-1, 1, .invalidOrder, "invalid quantity '-1' of 'pad-thai', expected at least 1"),
      (.min, 1, .invalidOrder, "invalid quantity '\(Int.min)' of 'pad-thai', expected at least 1"),
      (1, -1, .invalidOrder, "invalid price '-€0.01' of 'pad-thai', expected none below zero"),
    ] as [(Int, Int64, FlowFailure.Code, String)]
  )
  func `a line that makes no sense is refused`(
    quantity: Int,
    price: Int64,
    code: FlowFailure.Code,
    message: String
  ) {
    #expect(throws: FlowFailure(code, message)) {
      try OrderLine.sample("pad-thai", quantity: quantity, minorUnits: price)
    }
  }

  @Test func `an order survives an encoding that keeps whole seconds only`() throws {
    let placed = try order(
      [.sample("pad-thai", quantity: 2)],
      at: Date(timeIntervalSinceReferenceDate: 1000.9)
    )
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(placed.placedAt == Date(timeIntervalSinceReferenceDate: 1000))
    #expect(try decoder.decode(Order.self, from: encoder.encode(placed)) == placed)
  }

  @Test func `an order is encoded without what follows from the rest`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let text = String(decoding: try encoder.encode(Order.sample("a", at: 5)), as: UTF8.self)
    #expect(
      text == """
        {"flavour":{"id":"smoky","name":"Smoky"},"id":"a","lines":[{"cuisine":"thai",\
        "dish":"pad-thai","name":"Pad-Thai","quantity":1,\
        "unitPrice":{"currency":"EUR","minorUnits":1190}}],"placedAt":5}
        """
    )
  }

  @Test(arguments: [
    #"{"flavour":{"id":"s","name":"S"},"id":"a","lines":[],"placedAt":5}"#,
    #"""
    {"flavour":{"id":"s","name":"S"},"id":"a","placedAt":5,"lines":[{"cuisine":"c","dish":"d",
    "name":"D","quantity":0,"unitPrice":{"currency":"EUR","minorUnits":1}}]}
    """#,
  ])
  func `a stored order that breaks the rules is refused`(json: String) throws {
    #expect(throws: FlowFailure.self) {
      try JSONDecoder().decode(Order.self, from: Data(json.utf8))
    }
  }
}

struct OrderIDTests {
  private struct Fixed: RandomNumberGenerator {
    let value: UInt64

    mutating func next() -> UInt64 { value }
  }

  @Test(arguments: [
    (0, "00000-00000"), (UInt64.max, "zzzzz-zzzzz"), (0b11111_00001, "1z000-00000"),
  ])
  func `an identifier spells its random bits in base 32`(value: UInt64, text: String) {
    var generator = Fixed(value: value)
    #expect(OrderID.random(using: &generator) == OrderID(rawValue: text))
  }
}
