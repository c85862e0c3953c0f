/// A conflict mostly needs less than the one requirement that led to it says, and then many other
/// candidates require as much. Naming them all rules them out together, where each would otherwise
/// be tried in its turn; and it says in one sentence what they have in common.
extension Solver {
  /// The conflict `number` with all candidates that what is open now leaves as little.
  mutating func widened(_ number: Int) -> Int {
    let incompatibility = incompatibilities[number]
    guard incompatibility.isRequirement else { return number }
    return record(widened(incompatibility))
  }

  mutating func widened(_ incompatibility: Incompatibility) -> Incompatibility {
    guard case .requirement(let component, let on) = incompatibility.cause,
      incompatibility.isRequirement
    else { return incompatibility }
    return requirement(of: component, on: on, forbidding: solution.choices[on])
  }

  /// The candidates of `component` that what is open of `on` leaves nothing, where there are any
  /// and they have not been said yet.
  mutating func ruledOut(of component: Int, on: Int) -> Incompatibility? {
    guard component != on else { return nil }
    let choices = known.choices(
      of: component,
      forbidding: solution.choices[on],
      of: on,
      in: catalog
    )
    guard !choices.isDisjoint(with: solution.choices[component]),
      known.note(choices, of: component, on: on)
    else { return nil }
    return requirement(of: component, on: on, forbidding: solution.choices[on])
  }

  /// What may stand for the incompatibility `number` as the reason why `term` holds.
  mutating func widened(_ number: Int, leaving term: Incompatibility.Term) -> Int {
    let incompatibility = incompatibilities[number]
    guard case .requirement(let component, let on) = incompatibility.cause,
      incompatibility.isRequirement,
      let ruledOut = incompatibility.terms.first(where: { $0.component == term.component })
    else { return number }
    var needed = ruledOut.choices.subtracting(term.choices)
    if term.component == component {
      needed = known.forbidden(to: needed, of: component, on: on, in: catalog)
    }
    return record(requirement(of: component, on: on, forbidding: needed))
  }

  /// All the candidates of `component` whose requirement forbids as much as `choices` of `on`.
  private mutating func requirement(
    of component: Int,
    on: Int,
    forbidding choices: ChoiceSet
  ) -> Incompatibility {
    let requiring = known.choices(of: component, forbidding: choices, of: on, in: catalog)
    let forbidden = known.forbidden(to: requiring, of: component, on: on, in: catalog)
    return Incompatibility(
      [
        Incompatibility.Term(component: component, choices: requiring),
        Incompatibility.Term(component: on, choices: forbidden),
      ].filter { $0.choices != catalog[$0.component].all }
        .sorted { $0.component < $1.component },
      cause: .requirement(of: component, on: on)
    )
  }
}

extension Incompatibility {
  /// Whether it is a requirement on another component that has releases to choose from.
  fileprivate var isRequirement: Bool {
    if case .requirement = cause { terms.count == 2 } else { false }
  }
}
