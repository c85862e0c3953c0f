import Base
import Git
import Testing

struct ObjectIDTests {
  @Test(arguments: [
    "0123456789abcdef0123456789abcdef01234567", "ffffffffffffffffffffffffffffffffffffffff",
    "0000000000000000000000000000000000000001",
  ])
  func `forty digits read back as they were`(hex: String) throws {
    #expect(try ObjectID(hex: hex).hex == hex)
    #expect(try ObjectID(hex: hex.uppercased()).hex == hex)
  }

  @Test(arguments: [
    "", "0123", "g123456789abcdef0123456789abcdef01234567",
    "0123456789abcdef0123456789abcdef012345678", "٠123456789abcdef0123456789abcdef0123456",
  ])
  func `anything but forty hexadecimal digits is refused`(hex: String) {
    let error = #expect(throws: OperationError.self) { try ObjectID(hex: hex) }
    #expect(error?.message == "invalid object name '\(hex)', expected 40 hexadecimal digits")
  }

  @Test func `ids sort as their digits do`() throws {
    let sorted = ["00", "0f", "10", "7f", "80", "ff"].map {
      $0 + String(repeating: "3", count: 36) + $0
    }
    #expect(try sorted.reversed().map { try ObjectID(hex: $0) }.sorted().map(\.hex) == sorted)
  }
}
