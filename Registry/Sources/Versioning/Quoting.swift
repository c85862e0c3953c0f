/// `text` in single quotes, fit for a terminal: control and invisible characters are escaped, and
/// what is longer than a line is cut, since what is quoted may come from anyone.
package func quoted(_ text: some StringProtocol) -> String {
  let limit = 80
  var quoted = "'"
  for (index, scalar) in text.unicodeScalars.enumerated() {
    guard index < limit else { return quoted + "…'" }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
      quoted += scalar.escaped(asASCII: true)
    default:
      quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "'"
}
