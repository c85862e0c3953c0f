import Testing

/// A change of a module, and a client of it that shows whom it concerns: the compiler itself is asked
/// whether the client compiles before and after.
///
/// Nothing is run: `fatalError()` is a body of any type, and
/// `@unchecked Sendable` lets a class be shared where the change is about something else.
struct Witness: Sendable, CustomTestStringConvertible {
  let name: String
  let before: String
  let after: String
  /// Empty if no client can show it, as where a macro would have to be built.
  let client: String
  /// The rules that are to be named, each once.
  private(set) var rules: [String]
  /// Whether the client no longer compiles.
  let isBreaking: Bool

  var testDescription: String { name }

  init(
    _ name: String,
    _ rules: String...,
    from before: String,
    to after: String,
    client: String,
    isBreaking: Bool
  ) {
    (self.name, self.rules, self.before, self.after) = (name, rules, before, after)
    (self.client, self.isBreaking) = (client, isBreaking)
  }

  static func breaking(
    _ name: String,
    _ rule: String,
    from before: String,
    to after: String,
    client: String
  ) -> Witness {
    Witness(name, rule, from: before, to: after, client: client, isBreaking: true)
  }

  static func additive(
    _ name: String,
    _ rule: String,
    from before: String,
    to after: String,
    client: String
  ) -> Witness {
    Witness(name, rule, from: before, to: after, client: client, isBreaking: false)
  }

  static func unchanged(
    _ name: String,
    from before: String,
    to after: String,
    client: String
  ) -> Witness {
    Witness(name, from: before, to: after, client: client, isBreaking: false)
  }

  /// The same with rules that are to be named.
  func with(_ rules: String...) -> Witness {
    var copy = self
    copy.rules = rules
    return copy
  }

  /// The same with one more rule that is to be named.
  func alsoNaming(_ rule: String) -> Witness {
    var copy = self
    copy.rules.append(rule)
    return copy
  }
}
