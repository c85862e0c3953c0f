/// A proof in sentences, each of which follows from those before it or is a plain fact.
struct Narrative: Sendable {
  private(set) var sentences: [String] = []
  private let proof: Proof
  private let words: ReleaseWords
  /// By incompatibility, the number of the sentence that says it.
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

  /// Says facts, where a pin and what the pinned releases require make one sentence.
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
