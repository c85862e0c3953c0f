/// A Swift version as in file names and requests; a third number of zero is ignored.
package struct SwiftVersion: Hashable, Sendable {
  /// Two numbers, or three if the third is not zero.
  private let numbers: [Int]

  package init(numbers: [Int]) {
    let padded = numbers + Array(repeating: 0, count: max(0, 2 - numbers.count))
    self.numbers = padded.count == 3 && padded[2] == 0 ? Array(padded.dropLast()) : padded
  }

  /// `nil` unless the text is one to three numbers separated by dots.
  package init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(part) : nil
    }
    guard numbers.count == parts.count, 1...3 ~= numbers.count else { return nil }
    self.init(numbers: numbers)
  }
}

extension SwiftVersion: Comparable, CustomStringConvertible {
  package static func < (left: SwiftVersion, right: SwiftVersion) -> Bool {
    left.numbers.lexicographicallyPrecedes(right.numbers)
  }

  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
