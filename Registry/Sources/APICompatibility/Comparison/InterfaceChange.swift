/// One way in which what a module offers to others differs from what it offered before.
package struct InterfaceChange: Hashable, Codable, Sendable {
  package enum Kind: String, Hashable, Codable, Sendable {
    /// Code that uses the module may no longer compile.
    case breakage
    /// There is more to use, and all that was there can be used as before.
    case addition
  }

  package let kind: Kind
  /// The name of the rule that says so.
  package let rule: String
  package let module: String
  /// Which declaration, as in `Order.cook(_:)`.
  package let declaration: String
  /// The change, as in `func Order.cook(_:) was removed`: a line without a full stop.
  package let words: String

  /// - Parameter rule: One that is not without effect.
  package init(_ rule: Rule, module: String, declaration: String, words: String) {
    kind = rule.effect == .breaking ? .breakage : .addition
    self.rule = rule.name
    self.module = module
    self.declaration = declaration
    self.words = words
  }

  /// The same on one platform of several.
  package func on(_ platform: String) -> InterfaceChange {
    InterfaceChange(kind, rule, module, declaration, "\(words) on \(platform)")
  }

  private init(
    _ kind: Kind,
    _ rule: String,
    _ module: String,
    _ declaration: String,
    _ words: String
  ) {
    (self.kind, self.rule, self.module) = (kind, rule, module)
    (self.declaration, self.words) = (declaration, words)
  }

  /// The change and the name of its rule.
  package var line: String { "\(words) [\(rule)]" }
}

extension InterfaceChange: Comparable {
  /// Breakages first, then by module and declaration.
  package static func < (left: InterfaceChange, right: InterfaceChange) -> Bool {
    if left.kind != right.kind { return left.kind == .breakage }
    return (left.module, left.declaration, left.words, left.rule)
      < (right.module, right.declaration, right.words, right.rule)
  }
}
