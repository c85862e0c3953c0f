/// The result of a rule for a declaration.
struct Finding: Hashable {
  let rule: Rule
  /// The words that follow the declaration's name, as in `throws now`.
  let phrase: String

  init(_ rule: Rule, _ phrase: String) {
    (self.rule, self.phrase) = (rule, phrase)
  }
}

extension [Finding] {
  var isCompatible: Bool { allSatisfy { $0.rule.effect != .breaking } }
}
