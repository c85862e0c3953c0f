/// The changes of pins or releases that would resolve a conflict; each was tried by solving again.
struct Remedies: Sendable {
  let catalog: Catalog
  /// The components whose pins cannot all hold.
  let pins: [Int]

  /// The greatest number of remedies of one kind that are offered.
  static let limit = 3
  /// The greatest number of remedies of one kind that are tried, since each takes solving again.
  static let trials = 12

  /// Returns all remedies in one line.
  func help(after proof: Proof? = nil) -> String {
    let ways = pinsToMove + (proof.map { releasesToMake(after: $0) + filesToTry(after: $0) } ?? [])
    return ways.joined(separator: ", or ")
  }

  /// The changes of pins: one pin moved to the nearest release that fits; if that does not resolve
  /// it, one pin removed; and else several.
  private var pinsToMove: [String] {
    for isWanted in [true, false] {
      let ways = pins.prefix(Self.trials).compactMap { moving($0, isWanted: isWanted) }
      if !ways.isEmpty { return Array(ways.prefix(Self.limit)) }
    }
    return [pinsToMoveTogether]
  }

  private var pinsToMoveTogether: String {
    var moved = pins
    var isWanted = true
    while true {
      var question = Question(catalog)
      question.pins.subtract(moved)
      if isWanted { question.wanted = moved }
      var solver = Solver(catalog, question)
      switch solver.solve() {
      case .solved(let choices): return words(for: moved, choices)
      case .failed(let conclusion):
        // Another conflict is left: of pins that have no part in the first, or because no release
        // of a component can be had at all, which can then only go without its pin.
        let others = Proof(solver, conclusion).narrowed.pins
        if others.isEmpty { isWanted = false }
        moved += others
      }
    }
  }

  private func moving(_ pin: Int, isWanted: Bool) -> String? {
    var question = Question(catalog)
    question.pins.remove(pin)
    if isWanted { question.wanted = [pin] }
    var solver = Solver(catalog, question)
    guard case .solved(let choices) = solver.solve() else { return nil }
    return words(for: [pin], choices)
  }

  private func words(for moved: [Int], _ choices: [Int]) -> String {
    let taken = moved.filter { choices[$0] != ChoiceSet.leftOut }
    let left = moved.filter { choices[$0] == ChoiceSet.leftOut }
    var words: [String] = []
    if !taken.isEmpty {
      let names = taken.map { "\(catalog[$0].name) \(catalog[$0].version(choices[$0]))" }
      words.append("pin " + names.joined(conjunction: "and"))
    }
    if !left.isEmpty {
      words.append("unpin " + left.map { "\(catalog[$0].name)" }.joined(conjunction: "and"))
    }
    return words.joined(separator: " and ")
  }
}

extension Remedies {
  /// Returns the components of which a further release, that requires a newer version of another,
  /// would resolve the conflict.
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

  /// Returns the pinned pre-releases that others exclude: their files can be built without a
  /// release.
  func filesToTry(after proof: Proof) -> [String] {
    proof.steps.compactMap { step in
      guard case .admission(let component) = proof.incompatibilities[step].cause,
        proof.pins.contains(component)
      else { return nil }
      let name = catalog[component].name
      return "try its files: 'registry pin \(name) --working-tree'"
    }
  }

  /// Returns the least version of `on`, newer than the one that `component` requires, that others
  /// require; `nil` if there is none.
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
