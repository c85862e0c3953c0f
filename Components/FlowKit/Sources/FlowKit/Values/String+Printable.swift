extension String {
  /// The text without control characters, which a terminal would interpret.
  ///
  /// Line ends and tabs become spaces, other control characters U+FFFD; the controls that reorder
  /// text for display are left out, since they can make a line read as what it is not.
  public var printable: String {
    guard unicodeScalars.contains(where: { $0.replacement != nil }) else { return self }
    var result = Substring.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let replacement = scalar.replacement {
        result.append(contentsOf: replacement.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(Substring(result))
  }
}

extension Unicode.Scalar {
  /// What is shown in the scalar's place; nil where the scalar is shown itself.
  fileprivate var replacement: String? {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: " "
    case 0x00...0x1F, 0x7F...0x9F: "\u{FFFD}"
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: ""
    default: nil
    }
  }
}

extension String {
  /// The text without white space at its ends.
  public func trimmingSpaces() -> String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
