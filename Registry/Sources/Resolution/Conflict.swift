import Versioning

/// A contradiction as it is told to people.
struct Conflict: Sendable {
  private let proof: Proof

  init(_ proof: Proof) {
    self.proof = proof.narrowed
  }

  var error: ResolutionError {
    let catalog = proof.catalog
    return ResolutionError(
      code: .conflict,
      message: message,
      reasons: Narrative(proof).sentences,
      help: Remedies(catalog, mending: proof.pins).help(after: proof),
      pins: proof.pins.map { catalog[$0].name }
    )
  }

  private var message: String {
    let catalog = proof.catalog
    let pins = proof.pins.map { component in
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
