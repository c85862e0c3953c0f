extension String {
  /// The text with a sign for each character that a terminal would obey instead of showing; line
  /// ends and tabs become spaces.
  ///
  /// The marks that turn text around count among them, since they make a line read as what it is
  /// not.
  var printable: String {
    guard unicodeScalars.contains(where: \.isObeyed) else { return self }
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar.isObeyed {
        result.append(scalar.properties.isWhitespace ? " " : "\u{FFFD}")
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isObeyed: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }
}
