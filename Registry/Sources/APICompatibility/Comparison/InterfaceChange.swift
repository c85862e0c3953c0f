/// One way in which what a module offers to others differs from what it offered before.
package struct InterfaceChange: Hashable, Codable, Sendable {
  package enum Kind: String, Hashable, Codable, Sendable {
    /// Code that uses the module may no longer compile.
    case breakage
    /// There is more to use, and all that was there can be used as before.
    case addition
  }

  package let kind: Kind
  package let module: String
  /// Which declaration, as in `Order.cook(_:)`.
  package let declaration: String
  /// The change, as in `func Order.cook(_:) was removed`: a line without a full stop.
  package let words: String

  package init(_ kind: Kind, module: String, declaration: String, words: String) {
    self.kind = kind
    self.module = module
    self.declaration = declaration
    self.words = words
  }
}

extension InterfaceChange: Comparable {
  /// Breakages first, then by module and declaration.
  package static func < (left: InterfaceChange, right: InterfaceChange) -> Bool {
    if left.kind != right.kind { return left.kind == .breakage }
    return (left.module, left.declaration, left.words)
      < (right.module, right.declaration, right.words)
  }
}
