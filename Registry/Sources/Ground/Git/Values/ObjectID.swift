package import Base

/// The SHA-1 name of an object; ordered as its hexadecimal digits are.
package struct ObjectID: BitwiseCopyable, Sendable {
  // Three words, compared and hashed as numbers: histories hold one of these a commit.
  @usableFromInline let high: UInt64
  @usableFromInline let middle: UInt64
  @usableFromInline let low: UInt32

  /// The name with which git stands for no object.
  package static let zero = ObjectID(high: 0, middle: 0, low: 0)

  /// The tree with no entries, which git knows even where it was never written.
  package static let emptyTree = ObjectID(
    high: 0x4b82_5dc6_42cb_6eb9,
    middle: 0xa060_e54b_f8d6_9288,
    low: 0xfbee_4904
  )

  private init(high: UInt64, middle: UInt64, low: UInt32) {
    self.high = high
    self.middle = middle
    self.low = low
  }
}

extension ObjectID {
  /// Reads exactly forty hexadecimal digits of either case.
  package init(hex: some StringProtocol) throws(OperationError) {
    let digits = hex.utf8
    // At one stretch in all strings but those of another language.
    let read = digits.withContiguousStorageIfAvailable {
      unsafe Self(digits: UnsafeRawBufferPointer($0))
    }
    guard let id = read ?? Self(digits: Array(digits)) else {
      throw OperationError(
        .invalidValue,
        "invalid object name '\(hex)', expected 40 hexadecimal digits"
      )
    }
    self = id
  }

  /// Reads forty hexadecimal digits of either case in ASCII; `nil` for anything else.
  package init?(digits: [UInt8]) {
    guard let id = unsafe digits.withUnsafeBytes({ unsafe Self(digits: $0) }) else { return nil }
    self = id
  }

  /// Reads forty hexadecimal digits of either case in ASCII; `nil` for anything else.
  package init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 40 else { return nil }
    guard let high = unsafe Self.number(digits[0..<16]),
      let middle = unsafe Self.number(digits[16..<32]),
      let low = unsafe Self.number(digits[32..<40])
    else { return nil }
    self.init(high: high, middle: middle, low: UInt32(low))
  }

  private static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    var number: UInt64 = 0
    for index in unsafe digits.startIndex..<digits.endIndex {
      guard let nibble = nibble(unsafe digits[index]) else { return nil }
      number = number << 4 | UInt64(nibble)
    }
    return number
  }

  private static func nibble(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// The forty hexadecimal digits in lower case.
  package var hex: String {
    var digits: [UInt8] = []
    digits.reserveCapacity(2 * Self.byteCount)
    for (word, width) in [(high, 64), (middle, 64), (UInt64(low), 32)] {
      for shift in stride(from: width - 4, through: 0, by: -4) {
        digits.append(Self.digits[Int(word >> UInt64(shift) & 15)])
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static let digits = Array("0123456789abcdef".utf8)
}

extension ObjectID: CustomStringConvertible {
  package var description: String { hex }
}

extension ObjectID {
  /// The number of bytes of a name.
  package static let byteCount = 20

  /// The first twenty bytes of `bytes`, which the caller has made sure of.
  @inlinable
  package init(bytes: UnsafeRawBufferPointer) {
    high = UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self))
    middle = UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    low = UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// Writes the name into the first twenty bytes of `bytes`, which the caller has made sure of.
  @inlinable
  package func copy(to bytes: UnsafeMutableRawBufferPointer) {
    unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
    unsafe bytes.storeBytes(of: middle.bigEndian, toByteOffset: 8, as: UInt64.self)
    unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 16, as: UInt32.self)
  }
}

extension ObjectID: Hashable, Comparable {
  @inlinable
  package static func == (left: ObjectID, right: ObjectID) -> Bool {
    left.high == right.high && left.middle == right.middle && left.low == right.low
  }

  @inlinable
  package static func < (left: ObjectID, right: ObjectID) -> Bool {
    (left.high, left.middle, left.low) < (right.high, right.middle, right.low)
  }

  // The name is a hash already: a third of it spreads as well as the whole.
  @inlinable
  package func hash(into hasher: inout Hasher) {
    hasher.combine(high)
  }
}
