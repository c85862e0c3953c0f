/// `text` in single quotes, fit for a terminal: control and invisible characters are escaped, and
/// what is longer than a line is cut, since what is quoted may come from anyone.
public func quoted(_ text: some StringProtocol) -> String {
  let limit = 80
  var quoted = "'"
  for (index, scalar) in text.unicodeScalars.enumerated() {
    guard index < limit else { return quoted + "…'" }
    if scalar.isVisible {
      quoted.unicodeScalars.append(scalar)
    } else {
      quoted += scalar.escaped(asASCII: true)
    }
  }
  return quoted + "'"
}

extension Unicode.Scalar {
  /// Whether a terminal shows it as a character, and does not obey it or leave it out.
  public var isVisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }
}
