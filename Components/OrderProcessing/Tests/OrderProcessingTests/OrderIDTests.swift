import OrderProcessing
import Testing

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

  @Test func `identifiers differ from one another`() {
    #expect(Set((0..<1000).map { _ in OrderID.random() }).count == 1000)
  }
}
