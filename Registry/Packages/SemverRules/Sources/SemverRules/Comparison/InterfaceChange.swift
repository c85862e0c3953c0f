/// One way in which what a module offers to others differs from what it offered before.
public struct InterfaceChange: Hashable, Codable, Sendable {
  public let level: InterfaceLevel
  /// The name of the rule that says so.
  public let rule: String
  public let module: String
  /// Which declaration, as in `Order.cook(_:)`.
  public let declaration: String
  /// The change, as in `func Order.cook(_:) was removed`: a line without a full stop.
  public private(set) var words: String

  /// - Parameter rule: One that is not without effect.
  public init(_ rule: Rule, module: String, declaration: String, words: String) {
    (level, self.rule, self.module) = (rule.effect, rule.name, module)
    (self.declaration, self.words) = (declaration, words)
  }

  /// The same on one platform of several.
  public func on(_ platform: String) -> InterfaceChange {
    var change = self
    change.words += " on \(platform)"
    return change
  }

  /// The change and the name of its rule.
  public var line: String { "\(words) [\(rule)]" }
}

extension InterfaceChange: Comparable {
  /// Breakages first, then by module and declaration.
  public static func < (left: InterfaceChange, right: InterfaceChange) -> Bool {
    if left.level != right.level { return left.level > right.level }
    return (left.module, left.declaration, left.words, left.rule)
      < (right.module, right.declaration, right.words, right.rule)
  }
}
