import BitCollections

/// Names releases, as far as the pins of a proof let them be chosen.
struct ReleaseWords: Sendable {
  struct Phrase: Sendable {
    let text: String
    let isPlural: Bool
    /// That none of them can be.
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

  /// Their versions, where those that follow each other are said by the first and the last.
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

  /// A requirement behind the name of what it is on.
  func required(_ component: Int, _ requirement: VersionRequirement) -> String {
    "\(catalog[component].name) \(requirement)" + shortage(of: component, requirement)
  }

  /// A requirement behind the words 'is pinned'.
  func pinned(_ component: Int, _ requirement: VersionRequirement) -> String {
    let preposition =
      switch requirement {
      case .exact: "at "
      case .from, .upToNextMinor: ""
      case .range, .closedRange: "to "
      }
    return preposition + "\(requirement)" + shortage(of: component, requirement)
  }

  /// What there is instead, if `requirement` contains no candidate.
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
