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

  /// The components whose pins the conclusion rests on, in their order.
  var pins: [Int] {
    steps.compactMap {
      guard case .pin(let component) = incompatibilities[$0].cause else { return nil }
      return component
    }.sorted()
  }

  /// The proof from as few of the pins as possible: without any one of them there is no conflict.
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

extension Proof {
  /// The contradiction as a message for people.
  var error: ResolutionError {
    ResolutionError(
      message: message,
      reasons: Narrative(self).sentences,
      help: Remedies(catalog: catalog, pins: pins).help(after: self),
      pins: pins.map { catalog[$0].name }
    )
  }

  private var message: String {
    let pins = pins.map { component in
      "'\(catalog[component].name) \(catalog[component].pin?.description ?? "")'"
    }
    return pins.count == 1
      ? "no releases fit the pin \(pins[0])"
      : "no releases fit the pins \(pins.joined(conjunction: "and")) together"
  }
}

extension [String] {
  /// Returns the elements as a list in a sentence.
  func joined(conjunction: String) -> String {
    guard let last, count > 1 else { return joined() }
    return dropLast().joined(separator: ", ") + " \(conjunction) " + last
  }
}

/// A proof in sentences, each of which follows from those before it or is a plain fact.
struct Narrative: Sendable {
  private(set) var sentences: [String] = []
  private let proof: Proof
  private let words: ReleaseWords
  /// The number of the sentence that states each incompatibility, by the incompatibility's number.
  private var numbers: [Int: Int] = [:]

  init(_ proof: Proof) {
    self.proof = proof
    words = ReleaseWords(proof)
    for step in proof.steps {
      if case .others(let others) = proof.incompatibilities[step].cause {
        conclude(step, from: others)
      }
    }
    if sentences.isEmpty { state([proof.conclusion]) }
  }

  private mutating func conclude(_ step: Int, from others: [Int]) {
    let before = sentences.count
    state(others.filter { numbers[$0] == nil })
    // One sentence that already says all needs no conclusion.
    guard step != proof.conclusion || sentences.count > 1 else { return }
    let used = Set(others.compactMap { numbers[$0] }).sorted()
    let areLatest = used == Array((before + 1)..<(sentences.count + 1))
    let source = areLatest ? "so " : "by \(used.map(String.init).joined(conjunction: "and")), "
    sentences.append(source + conclusion(of: step, from: others))
    numbers[step] = sentences.count
  }

  /// States facts; a pin and what the pinned releases require make one sentence.
  private mutating func state(_ facts: [Int]) {
    var facts = facts[...]
    while let fact = facts.popFirst() {
      switch proof.incompatibilities[fact].cause {
      case .others: continue
      case .pin(let component), .wanted(let component):
        if let next = facts.firstIndex(where: { isOfAllPinned($0, component) }),
          case .requirement(_, let on) = proof.incompatibilities[facts[next]].cause
        {
          let requirement = proof.incompatibilities[facts[next]]
          sentences.append(words.pin(component, requiring: on, requirement))
          numbers[facts.remove(at: next)] = sentences.count
        } else {
          sentences.append(words.pin(component))
        }
      default:
        sentences.append(words.fact(proof.incompatibilities[fact]))
      }
      numbers[fact] = sentences.count
    }
  }

  /// Whether `step` is a requirement of all releases that the pin of `component` leaves.
  private func isOfAllPinned(_ step: Int, _ component: Int) -> Bool {
    let incompatibility = proof.incompatibilities[step]
    guard case .requirement(component, _) = incompatibility.cause,
      let requiring = incompatibility.terms.first(where: { $0.component == component })
    else { return false }
    return words.pinned(component).isSubset(of: requiring.choices)
  }

  private func conclusion(of step: Int, from others: [Int]) -> String {
    if step == proof.conclusion {
      guard let last = others.last,
        case .requirement(_, let on) = proof.incompatibilities[last].cause
      else { return "no choice of releases is left" }
      return "no release of \(proof.catalog[on].name) is left"
    }
    return words.conclusion(proof.incompatibilities[step])
  }
}
