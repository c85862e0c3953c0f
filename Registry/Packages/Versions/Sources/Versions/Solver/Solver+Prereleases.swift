import BitCollections

/// Which pre-releases may be taken is known only when all is decided: it hangs on all requirements
/// together, and one more may admit what was not admitted before (see `CombinedRequirement`).
extension Solver {
  /// What the decided components and the pins require of `component`, by who requires it; the pin
  /// goes by -1.
  func inForce(on component: Int) -> [Int: VersionRequirement] {
    var requirements: [Int: VersionRequirement] = [:]
    if question.pins.contains(component) { requirements[-1] = catalog[component].pin }
    for requirer in catalog.requirers[component] where solution.isDecided[requirer] {
      let choice = solution.choices[requirer].last ?? ChoiceSet.leftOut
      requirements[requirer] = catalog.requirement(of: requirer, at: choice, on: component)
    }
    return requirements
  }

  /// Why the current choices, with nothing left to decide, take a pre-release that nothing
  /// admits; `nil` where they take none.
  func refusedPrerelease() -> Incompatibility? {
    let chosen = chosen
    for (component, choice) in chosen.enumerated() where choice != ChoiceSet.leftOut {
      guard catalog[component].version(choice).isPrerelease else { continue }
      let requirements = CombinedRequirement(inForce(on: component).values)
      guard !requirements.contains(catalog[component].version(choice)) else { continue }
      return refusal(of: component, by: requirements, chosen)
    }
    return nil
  }

  /// The refusal in terms of those who could require the component and of those who could lead to
  /// one of these, as far as they are chosen.
  ///
  /// What is left out stays so while none of the chosen leads to it, so what the refusal rests
  /// on, requirements that are there and such as are not, is said without naming anyone left out.
  private func refusal(
    of component: Int,
    by requirements: CombinedRequirement,
    _ chosen: [Int]
  ) -> Incompatibility {
    let absent = absentRequirers(of: component, chosen)
    var terms: [Incompatibility.Term] = []
    for (other, choice) in chosen.enumerated() where choice != ChoiceSet.leftOut {
      let entry = catalog[other]
      let required = catalog.requirement(of: other, at: choice, on: component)
      var alike = ChoiceSet()
      for candidate in 1..<entry.choiceCount {
        guard catalog.requirement(of: other, at: candidate, on: component) == required,
          !absent.contains(where: { catalog.requirement(of: other, at: candidate, on: $0) != nil })
        else { continue }
        if other == component {
          let version = entry.version(candidate)
          guard version.isPrerelease, !requirements.contains(version) else { continue }
        }
        alike.insert(candidate)
      }
      let isIndifferent = other != component && alike.count == entry.candidates.count
      if isIndifferent, required == nil { continue }
      terms.append(Incompatibility.Term(component: other, choices: alike))
    }
    return Incompatibility(terms, cause: .admission(component))
  }

  /// The components left out that could require `component`, or lead to one that could.
  private func absentRequirers(of component: Int, _ chosen: [Int]) -> Set<Int> {
    var absent: Set<Int> = []
    var waiting = [component]
    while let next = waiting.popLast() {
      for requirer in catalog.requirers[next] where chosen[requirer] == ChoiceSet.leftOut {
        if absent.insert(requirer).inserted { waiting.append(requirer) }
      }
    }
    return absent
  }
}
