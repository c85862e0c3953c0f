import BitCollections

/// The wording of releases, as far as the pins of a proof let them be chosen.
struct ReleaseWords: Sendable {
  struct Phrase: Sendable {
    let text: String
    let isPlural: Bool
    /// The statement that none of them can be used.
    let denial: String
  }

  let catalog: Catalog
  private let pins: Set<Int>

  init(_ proof: Proof) {
    catalog = proof.catalog
    pins = Set(proof.pins)
  }

  func isPinned(_ component: Int) -> Bool {
    pins.contains(component)
  }

  /// The candidates of `component` that its pin leaves.
  func pinned(_ component: Int) -> ChoiceSet {
    let entry = catalog[component]
    guard pins.contains(component), let pin = entry.pin else { return entry.candidateChoices }
    return entry.choices(within: pin)
  }

  /// The choices of `set` that are releases, by name.
  func releases(_ component: Int, _ set: ChoiceSet) -> Phrase {
    let entry = catalog[component]
    let choices = set.intersection(pinned(component))
    if choices == entry.candidateChoices, choices.count > 1 {
      return Phrase(
        text: "every release of \(entry.name)",
        isPlural: false,
        denial: "no release of \(entry.name) can be used"
      )
    }
    let text = "\(entry.name) \(versions(component, choices))"
    return Phrase(text: text, isPlural: choices.count > 1, denial: "\(text) cannot be used")
  }

  /// Returns the versions of a set of choices; a run of more than two is its first and its last.
  func versions(_ component: Int, _ set: ChoiceSet, conjunction: String = "and") -> String {
    let entry = catalog[component]
    var runs: [ClosedRange<Int>] = []
    for choice in set where choice != ChoiceSet.leftOut {
      if let last = runs.last, last.upperBound + 1 == choice {
        runs[runs.count - 1] = last.lowerBound...choice
      } else {
        runs.append(choice...choice)
      }
    }
    let texts = runs.flatMap { run in
      let (first, last) = ("\(entry.version(run.lowerBound))", "\(entry.version(run.upperBound))")
      return run.count > 2 ? ["\(first) to \(last)"] : run.count == 2 ? [first, last] : [first]
    }
    return texts.joined(conjunction: conjunction)
  }

  /// Returns a requirement behind the name of the component that it is on.
  func required(_ component: Int, _ requirement: VersionRequirement) -> String {
    "\(catalog[component].name) \(requirement)" + shortage(of: component, requirement)
  }

  /// Returns a requirement in the form that follows 'is pinned'.
  func pinned(_ component: Int, _ requirement: VersionRequirement) -> String {
    let preposition =
      switch requirement {
      case .exact: "at "
      case .from, .upToNextMinor: ""
      case .range, .closedRange: "to "
      }
    return preposition + "\(requirement)" + shortage(of: component, requirement)
  }

  /// Returns the available versions as a subordinate clause, if `requirement` contains no
  /// candidate; else an empty text.
  private func shortage(of component: Int, _ requirement: VersionRequirement) -> String {
    let entry = catalog[component]
    guard entry.choices(within: requirement).isEmpty else { return "" }
    let yanked = entry.yanked.filter(requirement.spans)
    if !yanked.isEmpty {
      return ", where only withdrawn releases fit: \(yanked.listed)"
    }
    let unnamed = entry.unnamedPrereleases.filter(requirement.spans)
    if !unnamed.isEmpty {
      return ", where only pre-releases fit, which no requirement names: \(unnamed.listed)"
    }
    if entry.candidates.isEmpty { return ", which has no releases" }
    return ", where the releases are \(versions(component, entry.candidateChoices))"
  }
}

extension [SemanticVersion] {
  fileprivate var listed: String {
    map(\.description).joined(conjunction: "and")
  }
}

extension ReleaseWords {
  /// Returns a fact in words: a pin, a requirement, or that nothing admits a pre-release.
  func fact(_ incompatibility: Incompatibility) -> String {
    switch incompatibility.cause {
    case .pin(let component), .wanted(let component): pin(component)
    case .requirement(let component, let on):
      requirement(of: component, on: on, incompatibility)
    case .admission(let component): admission(of: component, incompatibility)
    case .others: conclusion(incompatibility)
    }
  }

  func pin(_ component: Int) -> String {
    guard let pin = catalog[component].pin else { return "\(catalog[component].name) is wanted" }
    return "\(catalog[component].name) is pinned \(pinned(component, pin))"
  }

  /// A pin and, in the same sentence, what all the releases that it leaves require.
  func pin(_ component: Int, requiring on: Int, _ incompatibility: Incompatibility) -> String {
    let isExact = if case .exact = catalog[component].pin { true } else { false }
    let choices = pinned(component)
    return pin(component) + ", "
      + requirement(
        isExact ? "which" : "and \(versions(component, choices))",
        isPlural: choices.count > 1,
        of: component,
        on: on,
        incompatibility
      )
  }

  /// Returns the conclusion for the choices that the pins leave.
  func conclusion(_ incompatibility: Incompatibility) -> String {
    var (taken, needed): ([Phrase], [String]) = ([], [])
    for term in incompatibility.terms {
      if term.choices.contains(ChoiceSet.leftOut) {
        let left = catalog.entries[term.component].all.subtracting(term.choices)
        let versions = versions(term.component, left, conjunction: "or")
        needed.append("\(catalog[term.component].name) \(versions)")
      } else if !isPinned(term.component) || !pinned(term.component).isSubset(of: term.choices) {
        taken.append(releases(term.component, term.choices))
      }
    }
    let subjects = taken.map(\.text).joined(conjunction: "and")
    switch (taken.isEmpty, needed.isEmpty) {
    case (true, true): return "no choice of releases is left"
    case (true, false): return "\(needed.joined(conjunction: "or")) is needed"
    case (false, true) where taken.count > 1: return "\(subjects) cannot be used together"
    case (false, true): return taken[0].denial
    case (false, false):
      let verb = taken.count > 1 || taken[0].isPlural ? "need" : "needs"
      return "\(subjects) \(verb) \(needed.joined(conjunction: "or"))"
    }
  }

  private func requirement(
    of component: Int,
    on: Int,
    _ incompatibility: Incompatibility
  ) -> String {
    let subject = releases(component, incompatibility.choices(of: component))
    return requirement(
      subject.text,
      isPlural: subject.isPlural,
      of: component,
      on: on,
      incompatibility
    )
  }

  private func requirement(
    _ subject: String,
    isPlural: Bool,
    of component: Int,
    on: Int,
    _ incompatibility: Incompatibility
  ) -> String {
    let choices = incompatibility.choices(of: component).intersection(pinned(component))
    let start = "\(subject) \(isPlural ? "require" : "requires")"
    let requirements = Set(
      choices.map { catalog.requirement(of: component, at: $0, on: on)?.description }
    )
    if requirements.count == 1, let choice = choices.first,
      let requirement = catalog.requirement(of: component, at: choice, on: on)
    {
      return "\(start) \(required(on, requirement))"
    }
    let admitted = catalog.entries[on].all.subtracting(incompatibility.choices(of: on))
    guard !incompatibility.choices(of: on).isEmpty, !admitted.isEmpty else {
      return "\(start) versions of \(catalog[on].name) that are not available"
    }
    return "\(start) \(catalog[on].name) within \(versions(on, admitted, conjunction: "or"))"
  }

  private func admission(of component: Int, _ incompatibility: Incompatibility) -> String {
    let others = incompatibility.terms.filter { $0.component != component }
    let names = others.map { releases($0.component, $0.choices).text }
    let condition = names.isEmpty ? "" : "with \(names.joined(conjunction: "and")), "
    let refused = releases(component, incompatibility.choices(of: component))
    let required = others.compactMap { term -> String? in
      guard let choice = term.choices.intersection(pinned(term.component)).first,
        let requirement = catalog.requirement(of: term.component, at: choice, on: component)
      else { return nil }
      return "'\(catalog[component].name) \(requirement)'"
    }
    guard !required.isEmpty else {
      return condition + "no requirement admits the pre-release \(refused.text)"
    }
    let isOne = required.count == 1
    return condition + "the requirement\(isOne ? "" : "s") \(required.joined(conjunction: "and"))"
      + " exclude\(isOne ? "s" : "") the pre-release \(refused.text)"
  }
}

extension Incompatibility {
  /// Returns the choices of the term on a component; none if there is no such term.
  fileprivate func choices(of component: Int) -> ChoiceSet {
    terms.first { $0.component == component }?.choices ?? ChoiceSet()
  }
}
