extension Proof {
  /// The contradiction as it is told to people.
  var error: ResolutionError {
    ResolutionError(
      message: message,
      reasons: Narrative(self).sentences,
      help: Remedies(catalog: catalog, pins: pins).help(after: self),
      pins: pins.map { catalog[$0].name }
    )
  }

  private var message: String {
    let pins = pins.map { component in
      "'\(catalog[component].name) \(catalog[component].pin?.description ?? "")'"
    }
    return pins.count == 1
      ? "no releases fit the pin \(pins[0])"
      : "no releases fit the pins \(pins.joined(conjunction: "and")) together"
  }
}

extension [String] {
  /// The elements as a list in a sentence.
  func joined(conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}
