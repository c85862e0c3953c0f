/// One public declaration of an interface.
package struct Declaration: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable {
    case actor
    case `associatedtype`
    case `case`
    case `class`
    case `enum`
    case `func`
    case `init`
    case macro
    case `operator`
    case `precedencegroup`
    case `protocol`
    case `struct`
    case `subscript`
    case `typealias`
    case `var`

    package var isNominal: Bool {
      [.actor, .class, .enum, .protocol, .struct].contains(self)
    }

    package var isType: Bool { isNominal || self == .typealias || self == .associatedtype }
  }

  package let kind: Kind
  /// The qualified name of the type that it is a member of, such as `Menu.Order`; `nil` if none.
  package let context: String?
  /// The base name: `init` and `subscript` for these.
  package let name: String

  /// Declared in the body of a protocol.
  package var isRequirement = false
  package var isStatic = false
  package var isOpen = false
  /// Those that clients can notice: `mutating`, `required`, `convenience`, `final`, `prefix`, ….
  package var modifiers: Set<String> = []
  /// Those that clients can notice, with `@`; isolation and availability are kept apart.
  package var attributes: Set<String> = []
  package var isolation: Isolation?
  package var availability = Availability()
  package var generics = GenericSignature()
  /// The constraints of the extension that it is in.
  package var contextRequirements: Set<Requirement> = []
  package var parameters: [Parameter] = []
  /// Of a function, a property or a subscript; or what an alias stands for; `nil` if there is none.
  ///
  /// Of an initializer that may fail, the mark.
  package var type: TypeExpression?
  package var effects = Effects()
  package var accessors: Accessors?
  /// The protocols and the superclass of a type, or of an associated type.
  package var inherited: [TypeExpression] = []
  package var primaryAssociatedTypes: [String] = []
  /// Whether values of a structure or an enumeration end by code of their own.
  package var hasDeinitializer = false
  /// The text of an operator or a precedence group.
  package var text = ""

  package init(_ kind: Kind, _ name: String, in context: String?) {
    (self.kind, self.name, self.context) = (kind, name, context)
  }
}

extension Declaration {
  package struct Parameter: Hashable, Sendable {
    /// `nil` where callers write none.
    package var label: String?
    package var type: TypeExpression
    /// Such as `@escaping`, `inout`, `isolated`, and result builders.
    package var words: Set<String>
    package var isVariadic: Bool
    /// Which type of value an argument has that is left out, such as `[1]` for each list of integers;
    /// `nil` if it cannot be left out.
    package var defaultValue: String?

    package var hasDefault: Bool { defaultValue != nil }
  }

  package struct Effects: Hashable, Sendable {
    package var isAsync = false
    /// `nil` if nothing is thrown but what an argument throws.
    package var thrown: TypeExpression?
    package var isRethrowing = false

    package init() {}
  }

  package struct Accessors: Hashable, Sendable {
    package var getter = Effects()
    package var hasMutatingGetter = false
    package var hasSetter: Bool
    package var hasMutatingSetter = true
    /// Whether there is a place in memory for the value, which can be changed beside others.
    package var isStored = false
  }

  package enum Isolation: Hashable, Sendable {
    case nonisolated
    /// `nonisolated(nonsending)`.
    case caller
    /// Such as `@MainActor`.
    case actor(String)
  }

  package var isOperator: Bool {
    kind == .func && !(name.first.map { $0.isLetter || $0 == "_" } ?? true)
  }

  /// The same as a declaration of the file, which is not static there.
  package var outsideOfTypes: Declaration {
    var copy = Declaration(kind, name, in: nil)
    (copy.modifiers, copy.attributes) = (modifiers, attributes)
    (copy.isolation, copy.availability) = (isolation, availability)
    (copy.generics, copy.contextRequirements) = (generics, contextRequirements)
    (copy.parameters, copy.type, copy.effects) = (parameters, type, effects)
    return copy
  }

  /// With labels where it has parameters, such as `bake(_:at:)`.
  package var signature: String {
    guard kind != .case,
      [.func, .`init`, .subscript, .macro].contains(kind)
    else { return name }
    // The names of operands are for their bodies.
    return "\(name)(\(parameters.map { "\(isOperator ? "_" : $0.label ?? "_"):" }.joined()))"
  }

  /// From the module's name on, such as `Menu.Order`; only types have one.
  package func qualifiedName(in module: String) -> String { "\(context ?? module).\(name)" }

  /// As people write it, such as `Order.bake(_:)`.
  package var place: String {
    guard let context else { return signature }
    let names = context.split(separator: ".", maxSplits: 1)
    return names.count == 2 ? "\(names[1]).\(signature)" : signature
  }

  /// With the kind before it, such as `func Order.bake(_:)`.
  package var words: String {
    kind == .`init` ? place : "\(kind.rawValue) \(place)"
  }

  /// Whether clients can override it.
  package var isOverridable: Bool { isOpen && kind != .class }
}
