/// The one range of a Range header (RFC 9110, 14.2) that is answered with a part.
enum ByteRange: Equatable {
  /// Also for several ranges, and for an invalid header, which is ignored.
  case whole
  case part(Range<Int>)
  case unsatisfiable

  init(_ header: String?, size: Int) {
    guard let header, header.lowercased().hasPrefix("bytes=") else {
      self = .whole
      return
    }
    let ends = header.dropFirst("bytes=".count).trimmed
      .split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy(Self.isNumber) else {
      self = .whole
      return
    }
    // A number that overflows is greater than any size.
    let (first, last) = (Int(ends[0]) ?? Int.max, Int(ends[1]) ?? Int.max)
    switch (ends[0].isEmpty, ends[1].isEmpty) {
    case (true, true): self = .whole
    case (true, false):
      self = last == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - last)..<size)
    case (false, true): self = first < size ? .part(first..<size) : .unsatisfiable
    case (false, false) where last < first: self = .whole
    case (false, false):
      self = first < size ? .part(first..<(min(last, size - 1) + 1)) : .unsatisfiable
    }
  }

  private static func isNumber(_ text: Substring) -> Bool {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }
}
