import Versioning

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
      ways.append(isPinnedExactly(component) ? bump + " and pin that" : bump)
    }
    return ways
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
      released.contains(bound) && held.namedVersions[0] < bound && !held.bounds.contains(bound)
    }
    return newer.min()
  }

  private func hasAnswer(
    releasing component: Int,
    requiring on: Int,
    from lower: SemanticVersion
  ) -> Bool {
    let entry = catalog[component]
    guard let newest = entry.candidates.last?.version else { return false }
    var request = request
    var release = request.releases[entry.name]?.first { $0.version == newest }
    release?.version = newest.nextPatch
    release?.requirements[catalog[on].name] = .from(lower)
    guard let release else { return false }
    request.releases[entry.name, default: []].append(release)
    if isPinnedExactly(component) { request.pins[entry.name] = .exact(release.version) }
    let catalog = Catalog(request)
    var solver = Solver(catalog, Question(catalog))
    guard case .solved = solver.solve() else { return false }
    return true
  }

  private func isPinnedExactly(_ component: Int) -> Bool {
    if case .exact = catalog[component].pin { true } else { false }
  }
}
