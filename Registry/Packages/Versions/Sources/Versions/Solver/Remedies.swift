/// The changes of pins or releases that would resolve a conflict; each was tried by solving again.
struct Remedies: Sendable {
  let catalog: Catalog
  /// The components whose pins cannot all hold.
  let pins: [Int]

  /// How many ways of one kind are offered.
  static let limit = 3
  /// How many ways of one kind are thought of, since each takes solving again.
  static let trials = 12

  /// All ways in one line.
  func help(after proof: Proof? = nil) -> String {
    let ways = pinsToMove + (proof.map { releasesToMake(after: $0) + filesToTry(after: $0) } ?? [])
    return ways.joined(separator: ", or ")
  }

  /// One pin moved to the nearest release that fits; where that does not do, one taken away; and
  /// where that does not do either, several.
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
