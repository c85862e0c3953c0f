/// One of the numbers of a version, of any size: semver.org sets no limit, so neither the reading
/// nor the counting up of one can overflow.
package struct VersionNumber: Hashable, Sendable {
  private enum Storage: Hashable {
    case small(UInt64)
    /// Decimal digits in ASCII, most significant first; only for what `small` cannot hold, so that
    /// equal numbers have equal storage.
    case large([UInt8])
  }

  private let storage: Storage

  package init(_ value: UInt64) {
    storage = .small(value)
  }

  /// Reads decimal digits in ASCII; `nil` for none, for anything else, and for a leading zero.
  init?(digits: some Collection<UInt8>) {
    guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1 else {
      return nil
    }
    var value: UInt64 = 0
    var isLarge = false
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      guard !isLarge else { continue }
      let (tens, tensOverflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = tens.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
      isLarge = tensOverflow || sumOverflow
      value = sum
    }
    storage = isLarge ? .large(Array(digits)) : .small(value)
  }

  /// The value, where it is not too large.
  var small: UInt64? {
    if case .small(let value) = storage { value } else { nil }
  }

  /// The number that follows.
  package var next: VersionNumber {
    if case .small(let value) = storage, value < .max { return VersionNumber(value + 1) }
    var digits = Array(description.utf8)
    var index = digits.endIndex
    while index > digits.startIndex {
      index -= 1
      if digits[index] < UInt8(ascii: "9") {
        digits[index] += 1
        return VersionNumber(storage: .large(digits))
      }
      digits[index] = UInt8(ascii: "0")
    }
    return VersionNumber(storage: .large([UInt8(ascii: "1")] + digits))
  }

  private init(storage: Storage) {
    self.storage = storage
  }
}

extension VersionNumber: Comparable {
  package static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    switch (left.storage, right.storage) {
    case (.small(let left), .small(let right)): left < right
    case (.small, .large): true
    case (.large, .small): false
    case (.large(let left), .large(let right)):
      left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
    }
  }
}

extension VersionNumber: CustomStringConvertible, ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) {
    self.init(value)
  }

  package var description: String {
    switch storage {
    case .small(let value): String(value)
    case .large(let digits): String(decoding: digits, as: UTF8.self)
    }
  }
}
