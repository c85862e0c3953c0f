/// What a rule says of a declaration.
struct Finding: Hashable {
  let rule: Rule
  /// What follows the declaration's name, as in `throws now`.
  let phrase: String

  init(_ rule: Rule, _ phrase: String) {
    (self.rule, self.phrase) = (rule, phrase)
  }
}

extension [Finding] {
  var isCompatible: Bool { allSatisfy { $0.rule.effect != .breaking } }
}
