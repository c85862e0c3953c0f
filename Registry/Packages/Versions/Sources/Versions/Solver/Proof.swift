/// The derivation of a contradiction from pins and requirements.
struct Proof: Sendable {
  let catalog: Catalog
  let question: Question
  let incompatibilities: [Incompatibility]
  /// The number of the incompatibility that leaves no choice at all.
  let conclusion: Int

  init(_ solver: Solver, _ conclusion: Int) {
    catalog = solver.catalog
    question = solver.question
    incompatibilities = solver.incompatibilities
    self.conclusion = conclusion
  }

  /// The numbers of all incompatibilities that the conclusion rests on, each behind those that it
  /// rests on itself.
  var steps: [Int] {
    var steps: [Int] = []
    var seen: Set<Int> = [conclusion]
    var waiting = [(number: conclusion, isReady: false)]
    while let (number, isReady) = waiting.popLast() {
      guard !isReady, case .others(let others) = incompatibilities[number].cause else {
        steps.append(number)
        continue
      }
      waiting.append((number, true))
      for other in others.reversed() where seen.insert(other).inserted {
        waiting.append((other, false))
      }
    }
    return steps
  }

  /// The components whose pins it rests on.
  var pins: [Int] {
    steps.compactMap {
      guard case .pin(let component) = incompatibilities[$0].cause else { return nil }
      return component
    }.sorted()
  }

  /// The same of as few of the pins as it takes: none of them could go.
  var narrowed: Proof {
    var narrowed = self
    for pin in pins where narrowed.pins.contains(pin) && narrowed.pins.count > 1 {
      let others = Set(narrowed.pins).subtracting([pin])
      var solver = Solver(catalog, Question(pins: others))
      if case .failed(let conclusion) = solver.solve() { narrowed = Proof(solver, conclusion) }
    }
    return narrowed
  }
}
