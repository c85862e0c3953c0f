extension StringProtocol {
  /// Whether the text would do more to a terminal than be read on one line.
  var hasControls: Bool {
    unicodeScalars.contains(where: \.isControl)
  }

  /// The text with each control character written as `\u{…}`.
  var escapingControls: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is a control character, a line separator or a mark that turns text around; the
  /// joiners inside emoji and Indic words are none.
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
    case .format: value != 0x200C && value != 0x200D
    default: false
    }
  }
}
