extension ResolutionRequest {
  /// The one version of each component that the pins need, directly or through others.
  ///
  /// What was chosen before is chosen again as far as it fits, and of the rest the newest that
  /// fits: no component's version could be raised without lowering another's or leaving what was
  /// chosen before. Where pre-releases are involved the answer meets every requirement, but there
  /// may be such a version: one more requirement may admit what was not admitted before.
  public func resolved() throws(ResolutionError) -> [ComponentName: SemanticVersion] {
    let catalog = Catalog(self)
    try refuseYankedPins(catalog)
    var solver = Solver(catalog, Question(catalog))
    switch solver.solve() {
    case .solved(let choices):
      var versions: [ComponentName: SemanticVersion] = [:]
      for (entry, choice) in zip(catalog.entries, choices) where choice != ChoiceSet.leftOut {
        versions[entry.name] = entry.version(choice)
      }
      return versions
    case .failed(let conclusion):
      throw Proof(solver, conclusion).narrowed.error
    }
  }

  private func refuseYankedPins(_ catalog: Catalog) throws(ResolutionError) {
    for (component, entry) in catalog.entries.enumerated() {
      guard case .exact(let version) = entry.pin, entry.yanked.contains(version) else { continue }
      throw ResolutionError(
        message: "pin '\(entry.name) \(version)' names a withdrawn release",
        reasons: [],
        help: Remedies(catalog: catalog, pins: [component]).help(),
        pins: [entry.name]
      )
    }
  }
}
