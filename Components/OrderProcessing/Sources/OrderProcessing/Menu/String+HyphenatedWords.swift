extension String {
  /// Whether it is words of lower-case ASCII letters and digits with single hyphens between them,
  /// so that it can stand in a link, a flag and a file name.
  var isHyphenatedWords: Bool {
    split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      !word.isEmpty && word.utf8.allSatisfy(\.isLowercaseLetterOrDigit)
    }
  }
}

extension UInt8 {
  fileprivate var isLowercaseLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
