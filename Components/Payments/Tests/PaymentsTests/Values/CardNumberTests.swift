import FlowKit
import Foundation
import Testing

@testable import Payments

struct CardNumberTests {
  @Test(
    arguments: [
      ("4242 4242 4242 4242", "Visa •••• 4242"),
      ("5555-5555-5555-4444", "Mastercard •••• 4444"),
      ("378282246310005", "American Express •••• 0005"),
    ]
  )
  func `a valid number is accepted and told by its last four digits`(
    text: String,
    description: String
  ) throws {
    #expect(Card(try CardNumber(text)).description == description)
  }

  @Test(
    arguments: [
      ("", "the card number has 0 digits, expected 13 to 19"),
      ("4242 4242 4242", "the card number has 12 digits, expected 13 to 19"),
      ("42424242424242424242", "the card number has 20 digits, expected 13 to 19"),
      ("4242 4242 4242 424x", "the card number has other characters than digits"),
      ("٤242424242424242", "the card number has other characters than digits"),
      ("4242 4242 4242 4243", "the card number's check digit is wrong"),
      ("4224 4242 4242 4242", "the card number's check digit is wrong"),
      (
        "9999 9999 9999 9995",
        "the card is of no known brand, expected Visa, Mastercard or American Express"
      ),
    ]
  )
  func `another text is refused, without being repeated`(text: String, message: String) throws {
    let failure = #expect(throws: FlowFailure.self) { try CardNumber(text) }
    #expect(failure?.code == .paymentsInvalidCard)
    #expect(failure?.message == message)
  }

  @Test func `no way of printing a number shows more than its last four digits`() throws {
    let number = try CardNumber("4242 4242 4242 4242")
    var dumped = ""
    dump(number, to: &dumped)
    #expect("\(number)" == "Visa •••• 4242")
    #expect(String(reflecting: number) == "Visa •••• 4242")
    #expect(!dumped.contains("42424"))
  }

  @Test func `nothing of a number but its last four digits is stored`() throws {
    let stored = String(decoding: try JSONEncoder().encode(intent("i1")), as: UTF8.self)
    #expect(stored.contains("\"lastFour\":\"4242\""))
    #expect(!stored.contains("42424"))
    #expect(Card(brand: .visa, lastFour: "4242424242424242").lastFour == "4242")
  }
}
