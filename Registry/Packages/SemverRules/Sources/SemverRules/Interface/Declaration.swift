/// One public declaration of an interface.
public struct Declaration: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
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

    public var isNominal: Bool {
      [.actor, .class, .enum, .protocol, .struct].contains(self)
    }

    public var isType: Bool { isNominal || self == .typealias || self == .associatedtype }
  }

  public let kind: Kind
  /// The qualified name of the type that it is a member of, such as `Menu.Order`; `nil` if none.
  public let context: String?
  /// The base name: `init` and `subscript` for these.
  public let name: String

  /// Declared in the body of a protocol.
  public var isRequirement = false
  public var isStatic = false
  public var isOpen = false
  /// Those that clients can notice: `mutating`, `required`, `convenience`, `final`, `prefix`, ….
  public var modifiers: Set<String> = []
  /// Those that clients can notice, with `@`; isolation and availability are kept apart.
  public var attributes: Set<String> = []
  public var isolation: Isolation?
  public var availability = Availability()
  public var generics = GenericSignature()
  /// The constraints of the extension that it is in.
  public var contextRequirements: Set<Requirement> = []
  public var parameters: [Parameter] = []
  /// Of a function, a property or a subscript; or what an alias stands for; `nil` if there is none.
  ///
  /// Of an initializer that may fail, the mark.
  public var type: TypeExpression?
  public var effects = Effects()
  public var accessors: Accessors?
  /// The protocols and the superclass of a type, or of an associated type.
  public var inherited: [TypeExpression] = []
  public var primaryAssociatedTypes: [String] = []
  /// Whether values of a structure or an enumeration end by code of their own.
  public var hasDeinitializer = false
  /// The text of an operator or a precedence group.
  public var text = ""

  public init(_ kind: Kind, _ name: String, in context: String?) {
    (self.kind, self.name, self.context) = (kind, name, context)
  }
}

extension Declaration {
  public struct Parameter: Hashable, Sendable {
    /// `nil` where callers write none.
    public var label: String?
    public var type: TypeExpression
    /// Such as `@escaping`, `inout`, `isolated`, and result builders.
    public var words: Set<String>
    public var isVariadic: Bool
    /// Which type of value an argument has that is left out, such as `[1]` for each list of integers;
    /// `nil` if it cannot be left out.
    public var defaultValue: String?

    public var hasDefault: Bool { defaultValue != nil }
  }

  public struct Effects: Hashable, Sendable {
    public var isAsync = false
    /// `nil` if nothing is thrown but what an argument throws.
    public var thrown: TypeExpression?
    public var isRethrowing = false

    public init() {}
  }

  public struct Accessors: Hashable, Sendable {
    public var getter = Effects()
    public var hasMutatingGetter = false
    public var hasSetter: Bool
    public var hasMutatingSetter = true
    /// Whether there is a place in memory for the value, which can be changed beside others.
    public var isStored = false
  }

  public enum Isolation: Hashable, Sendable {
    case nonisolated
    /// `nonisolated(nonsending)`.
    case caller
    /// Such as `@MainActor`.
    case actor(String)
  }

  public var isOperator: Bool {
    kind == .func && !(name.first.map { $0.isLetter || $0 == "_" } ?? true)
  }

  /// The same as a declaration of the file, which is not static there.
  public var outsideOfTypes: Declaration {
    var copy = Declaration(kind, name, in: nil)
    (copy.modifiers, copy.attributes) = (modifiers, attributes)
    (copy.isolation, copy.availability) = (isolation, availability)
    (copy.generics, copy.contextRequirements) = (generics, contextRequirements)
    (copy.parameters, copy.type, copy.effects) = (parameters, type, effects)
    return copy
  }

  /// With labels where it has parameters, such as `bake(_:at:)`.
  public var signature: String {
    guard kind != .case,
      [.func, .`init`, .subscript, .macro].contains(kind)
    else { return name }
    // The names of operands are for their bodies.
    return "\(name)(\(parameters.map { "\(isOperator ? "_" : $0.label ?? "_"):" }.joined()))"
  }

  /// From the module's name on, such as `Menu.Order`; only types have one.
  public func qualifiedName(in module: String) -> String { "\(context ?? module).\(name)" }

  /// As people write it, such as `Order.bake(_:)`.
  public var place: String {
    guard let context else { return signature }
    let names = context.split(separator: ".", maxSplits: 1)
    return names.count == 2 ? "\(names[1]).\(signature)" : signature
  }

  /// With the kind before it, such as `func Order.bake(_:)`.
  public var words: String {
    kind == .`init` ? place : "\(kind.rawValue) \(place)"
  }

  /// Whether clients can override it.
  public var isOverridable: Bool { isOpen && kind != .class }
}
