extension Remedies {
  /// Components of which a further release, that requires a newer version of another, would do.
  ///
  /// Each is tried as if it had been released: the newest release once more, with that requirement.
  func releasesToMake(after proof: Proof) -> [String] {
    var tried: Set<[Int]> = []
    var ways: [String] = []
    for step in proof.steps where ways.count < Self.limit && tried.count < Self.trials {
      guard case .requirement(let component, let on) = proof.incompatibilities[step].cause,
        component != on, tried.insert([component, on]).inserted,
        let lower = lowerBound(asked: on, of: component, in: proof),
        hasAnswer(releasing: component, requiring: on, from: lower)
      else { continue }
      let bump = "bump \(catalog[component].name) with \(catalog[on].name) from \(lower)"
      ways.append(catalog[component].isPinnedExactly ? bump + " and pin that" : bump)
    }
    return ways
  }

  /// Pinned pre-releases that others exclude: their files can be built without a release.
  func filesToTry(after proof: Proof) -> [String] {
    proof.steps.compactMap { step in
      guard case .admission(let component) = proof.incompatibilities[step].cause,
        proof.pins.contains(component)
      else { return nil }
      let name = catalog[component].name
      return "try its files: 'registry pin \(name) --working-tree'"
    }
  }

  /// What others require of `on` that is newer than what `component` does.
  private func lowerBound(
    asked on: Int,
    of component: Int,
    in proof: Proof
  ) -> SemanticVersion? {
    let newest = catalog[component].candidates.count
    guard let held = catalog.requirement(of: component, at: newest, on: on) else { return nil }
    var bounds = catalog[on].pin.map { proof.pins.contains(on) ? $0.namedVersions : [] } ?? []
    for step in proof.steps {
      guard case .requirement(let other, on) = proof.incompatibilities[step].cause,
        other != component
      else { continue }
      for candidate in catalog[other].candidates.indices {
        bounds += catalog.requirement(of: other, at: candidate + 1, on: on)?.namedVersions ?? []
      }
    }
    let released = Set(catalog[on].candidates.map(\.version))
    let newer = bounds.filter { bound in
      released.contains(bound) && held.namedVersions[0] < bound && !held.spans(bound)
    }
    return newer.min()
  }

  private func hasAnswer(
    releasing component: Int,
    requiring on: Int,
    from lower: SemanticVersion
  ) -> Bool {
    guard let newest = catalog[component].candidates.last else { return false }
    let catalog = catalog.releasing(
      newest.version.nextPatch,
      of: component,
      with: Catalog.Requirement(component: on, requirement: .from(lower))
    )
    // Most ways fail with the pins that conflict, which is soon seen.
    return [Question(pins: Set(pins)), Question(catalog)].allSatisfy { question in
      var solver = Solver(catalog, question)
      if case .solved = solver.solve() { return true }
      return false
    }
  }
}
