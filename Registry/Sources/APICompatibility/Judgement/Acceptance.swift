import SwiftInterface

/// What can be given where another type is expected.
enum Acceptance {
  /// Whether every argument of the one type can be passed as the other.
  static func accepts(_ new: TypeExpression, whatWas old: TypeExpression) -> Bool {
    switch (new, old) {
    case _ where new == old: true
    case (.function(let new), .function(let old)): accepts(new, whatWas: old)
    default:
      if let inner = new.wrapped {
        accepts(inner, whatWas: old.wrapped ?? old)
      } else {
        false
      }
    }
  }

  private static func accepts(
    _ new: TypeExpression.Function,
    whatWas old: TypeExpression.Function
  ) -> Bool {
    var (new, old) = (new, old)
    // Asking for less: it may be used on one actor only, and may throw.
    if old.attributes.contains("@Sendable") { new.attributes.insert("@Sendable") }
    if new.thrown == .anyError || old.thrown == nil { old.thrown = new.thrown }
    return new == old
  }

  /// Whether a value of the new type can be used as one of the old type.
  static func serves(_ new: TypeExpression, as old: TypeExpression) -> Bool {
    switch (new, old) {
    case _ where new == old: return true
    case (.function(var new), .function(let old)):
      if !old.attributes.contains("@Sendable") { new.attributes.remove("@Sendable") }
      return new == old
    case (.prefixed("some", let new), .prefixed("some", let old)):
      return isNarrower(new, than: old)
    default: return false
    }
  }

  /// Whether the new bound has all of the old one: `Collection<Int>` for `Collection`.
  private static func isNarrower(_ new: TypeExpression, than old: TypeExpression) -> Bool {
    let refined = ancestors(of: new)
    return old.bounds.allSatisfy { bound in
      new.bounds.contains(bound)
        || refined.contains { candidate in
          guard candidate.path == bound.path else { return false }
          return candidate == bound || bound.arguments.isEmpty
            || candidate.arguments == bound.arguments
        }
    }
  }

  /// The bounds with all that they inherit from, the arguments carried along where they mean the same.
  private static func ancestors(of bound: TypeExpression) -> [TypeExpression] {
    bound.bounds.flatMap { bound -> [TypeExpression] in
      guard let path = bound.path else { return [bound] }
      let parents = StandardProtocols.parents[path] ?? []
      return [bound]
        + parents.flatMap { parent -> [TypeExpression] in
          let isSame =
            StandardProtocols.primaryAssociatedTypes[parent]
            == StandardProtocols.primaryAssociatedTypes[path]
          let names = parent.split(separator: ".").map(String.init)
          return ancestors(
            of: .qualified(names[0], names[1], arguments: isSame ? bound.arguments : [])
          )
        }
    }
  }
}

extension TypeExpression {
  fileprivate var arguments: [TypeExpression] {
    if case .named(let components) = self { components.last?.arguments ?? [] } else { [] }
  }
}
