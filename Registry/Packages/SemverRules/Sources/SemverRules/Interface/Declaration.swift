internal import SwiftSyntax

/// One public declaration of an interface.
public struct Declaration: Hashable, Sendable {
  /// The kind of a declaration, as its keyword; ``var`` is also that of a `let`.
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

    /// Whether it is a type of its own, and not an alias of one.
    public var isNominal: Bool {
      [.actor, .class, .enum, .protocol, .struct].contains(self)
    }

    /// Whether it is a type, or a name for one.
    public var isType: Bool { isNominal || self == .typealias || self == .associatedtype }
  }

  public internal(set) var kind: Kind
  /// The qualified name of the type that it is a member of, such as `Menu.Order`; `nil` if none.
  public let context: String?
  /// The base name; `init` and `subscript` for these.
  public let name: String

  /// Whether it is declared in the body of a protocol.
  public var isRequirement = false
  /// Whether it is declared as `static` or `class`.
  public var isStatic = false
  /// Whether it is declared as `open`.
  public var isOpen = false
  /// The modifiers that clients can notice: `mutating`, `required`, `convenience`, `final`, `prefix`, ….
  public var modifiers: Set<String> = []
  /// The attributes that clients can notice, with `@`, except isolation and availability.
  public var attributes: Set<String> = []
  /// The isolation to an actor; `nil` if nothing is said.
  public var isolation: Isolation?
  /// The platforms and versions in which it can be used.
  public var availability = Availability()
  /// Its own generic parameters, without those of the types around it.
  public var generics = GenericSignature()
  /// The constraints of the extension that it is a member of.
  public var contextRequirements: Set<Requirement> = []
  /// The parameters, or the associated values of a case.
  public var parameters: [Parameter] = []
  /// The result type of a function, the type of a property or subscript, or the type that an alias
  /// stands for; `nil` if there is none.
  ///
  /// For a failable initializer, this is the `?` or `!`.
  public var type: TypeExpression?
  /// The effects of a function; those of a property or subscript are in ``accessors``.
  public var effects = Effects()
  /// The accessors of a property or subscript; `nil` for others.
  public var accessors: Accessors?
  /// The protocols and the superclass of a type, or of an associated type.
  public var inherited: [TypeExpression] = []
  /// The names of a protocol's primary associated types, in their order.
  public var primaryAssociatedTypes: [String] = []
  /// Whether values of a structure or an enumeration have a `deinit`.
  public var hasDeinitializer = false
  /// The text of an operator or a precedence group.
  public var text = ""

  /// Creates a declaration without attributes, parameters and a type.
  ///
  /// - Parameter context: The qualified name of the type that it is a member of; `nil` if none.
  public init(_ kind: Kind, _ name: String, in context: String?) {
    (self.kind, self.name, self.context) = (kind, name, context)
  }
}

extension Declaration {
  /// A parameter of a function, initializer, subscript or macro, or an associated value.
  public struct Parameter: Hashable, Sendable {
    /// The argument label; `nil` if callers write none.
    public var label: String?
    /// The type of an argument; for a variadic parameter, of one of them.
    public var type: TypeExpression
    /// Specifiers and attributes, such as `@escaping`, `inout`, `isolated`, and result builders.
    public var words: Set<String>
    /// Whether callers may write any number of arguments.
    public var isVariadic: Bool
    /// The kind of the default value, such as `[1]` for each list of integers; `nil` if there is no
    /// default.
    public var defaultValue: String?

    /// Whether callers may leave the argument out.
    public var hasDefault: Bool { defaultValue != nil }
  }

  /// The effects of calling a function or a getter.
  public struct Effects: Hashable, Sendable {
    /// Whether it is `async`.
    public var isAsync = false
    /// The type of the errors; `nil` if nothing is thrown but what an argument throws.
    public var thrown: TypeExpression?
    /// Whether it throws only what an argument throws (`rethrows`).
    public var isRethrowing = false

    /// Creates the effects of a declaration that neither throws nor is `async`.
    public init() {}
  }

  /// The accessors of a property or subscript, as far as clients can use them.
  public struct Accessors: Hashable, Sendable {
    /// The effects of the getter.
    public var getter = Effects()
    /// Whether the getter is `mutating`.
    public var hasMutatingGetter = false
    /// Whether clients can set the value.
    public var hasSetter: Bool
    /// Whether the setter is `mutating`, as it is unless it is marked `nonmutating`.
    public var hasMutatingSetter = true
    /// Whether there is a place in memory for the value, which can be changed independently of
    /// others.
    public var isStored = false
  }

  /// The actor that a declaration is isolated to.
  public enum Isolation: Hashable, Sendable {
    case nonisolated
    /// `nonisolated(nonsending)`: the actor of the caller.
    case caller
    /// A global actor, such as `@MainActor`.
    case actor(String)
  }

  /// Whether it is the implementation of an operator, rather than the declaration of one.
  public var isOperator: Bool {
    kind == .func && !(name.first.map { $0.isLetter || $0 == "_" } ?? true)
  }

  /// The same declaration outside of types, where it is not static.
  public var outsideOfTypes: Declaration {
    var copy = Declaration(kind, name, in: nil)
    (copy.modifiers, copy.attributes) = (modifiers, attributes)
    (copy.isolation, copy.availability) = (isolation, availability)
    (copy.generics, copy.contextRequirements) = (generics, contextRequirements)
    (copy.parameters, copy.type, copy.effects) = (parameters, type, effects)
    return copy
  }

  /// The base name with argument labels, such as `bake(_:at:)`; without parentheses for properties,
  /// types and cases.
  public var signature: String {
    guard kind != .case,
      [.func, .`init`, .subscript, .macro].contains(kind)
    else { return name }
    // The names of operands are for their bodies.
    return "\(name)(\(parameters.map { "\(isOperator ? "_" : $0.label ?? "_"):" }.joined()))"
  }

  /// Returns the name that begins with the module, such as `Menu.Order`; only types have one.
  public func qualifiedName(in module: String) -> String { "\(context ?? module).\(name)" }

  /// The name without the module, such as `Order.bake(_:)`.
  public var place: String {
    guard let context else { return signature }
    let names = context.split(separator: ".", maxSplits: 1)
    return names.count == 2 ? "\(names[1]).\(signature)" : signature
  }

  /// The name behind the kind, such as `func Order.bake(_:)`; an initializer has no kind.
  public var words: String {
    kind == .`init` ? place : "\(kind.rawValue) \(place)"
  }

  /// Whether clients can override it.
  public var isOverridable: Bool { isOpen && kind != .class }
}

extension Declaration.Parameter {
  init(_ node: FunctionParameterSyntax, isOfSubscript: Bool = false) {
    // The only name of a subscript's parameter is for its body.
    let first = node.firstName.bareText
    let isLabel = !isOfSubscript || node.secondName != nil
    let attributes = Set(node.attributes.compactMap { $0.as(AttributeSyntax.self)?.normalizedText })
    let (words, type) = TypeExpression(node.type).parts
    self.init(
      label: isLabel && first != "_" ? first : nil,
      type: type,
      words: words.union(attributes),
      isVariadic: node.ellipsis != nil,
      defaultValue: node.defaultValue?.value.kindOfValue
    )
  }

  /// An associated value.
  init(_ node: EnumCaseParameterSyntax) {
    self.init(
      label: node.firstName.flatMap { $0.text == "_" ? nil : $0.bareText },
      type: TypeExpression(node.type),
      words: [],
      isVariadic: false,
      defaultValue: node.defaultValue?.value.kindOfValue
    )
  }
}

extension ExprSyntax {
  /// The text of a value, with one literal for all that have the same type.
  fileprivate var kindOfValue: String {
    switch self.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: "1"
    case .floatLiteralExpr: "1.0"
    case .booleanLiteralExpr: "true"
    case .stringLiteralExpr, .simpleStringLiteralExpr: "\"\""
    case .arrayExpr(let list):
      "[\(Set(list.elements.map(\.expression.kindOfValue)).sorted().joined(separator: ", "))]"
    case .tupleExpr(let tuple):
      "(\(tuple.elements.map(\.expression.kindOfValue).joined(separator: ", ")))"
    default: trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }
}

extension Declaration.Effects {
  init(_ node: FunctionEffectSpecifiersSyntax?) {
    isAsync = node?.asyncSpecifier != nil
    isRethrowing = node?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
    thrown = isRethrowing ? nil : TypeExpression.thrown(by: node?.throwsClause)
  }

  init(_ node: AccessorEffectSpecifiersSyntax?) {
    isAsync = node?.asyncSpecifier != nil
    thrown = TypeExpression.thrown(by: node?.throwsClause)
  }
}

extension AccessorBlockSyntax? {
  /// The attributes of its accessors that say what a value depends on.
  var lifetimes: Set<String> {
    guard case .accessors(let list)? = self?.accessors else { return [] }
    return Set(
      list.flatMap(\.attributes).compactMap { $0.as(AttributeSyntax.self)?.lifetimeText }
    )
  }
}

extension AttributeSyntax {
  /// A dependence on lifetimes in the newer of its two spellings; `nil` for other attributes.
  var lifetimeText: String? {
    switch bareName {
    case "_lifetime": normalizedText
    case "lifetime": "@_\(normalizedText.dropFirst())"
    default: nil
    }
  }
}

extension Declaration.Accessors {
  private static let setters: Set<String> = [
    "_modify", "modify", "mutate", "yielding mutate", "set", "unsafeMutableAddress",
  ]

  /// - Parameters:
  ///   - isVariable: Whether it can be set where no accessors are written.
  ///   - isStored: Whether an attribute says that there is storage.
  init(_ block: AccessorBlockSyntax?, isVariable: Bool, isStored: Bool = false) {
    guard case .accessors(let list)? = block?.accessors else {
      self.init(hasSetter: block == nil && isVariable)
      self.isStored = block == nil
      return
    }
    self.init(hasSetter: false)
    for accessor in list {
      let modifier = accessor.modifier?.name.text
      if Self.setters.contains(accessor.accessorSpecifier.text) {
        hasSetter = true
        if modifier == "nonmutating" { hasMutatingSetter = false }
      } else {
        getter = Declaration.Effects(accessor.effectSpecifiers)
        hasMutatingGetter = hasMutatingGetter || modifier == "mutating"
      }
    }
    // One that can be set by an accessor is observed.
    self.isStored = isStored && !hasSetter
  }
}

extension Declaration {
  /// - Returns: `nil` if it is not public.
  init?(
    _ kind: Kind,
    _ name: String,
    in place: InterfaceReader.Place,
    _ node: some MarkedSyntax
  ) {
    let marks = Marks(node.attributes, node.modifiers)
    guard !marks.isHidden else { return nil }
    self.init(kind, name, in: place.context)
    isRequirement = place.isProtocolBody
    isStatic = marks.isStatic
    // Of the members of an extension, only those of Objective-C can be overridden.
    isOpen =
      marks.isOpen
      && (!place.isExtension || kind == .class
        || marks.attributes.contains { $0.hasPrefix("@objc") })
    self.modifiers = marks.modifiers
    self.attributes = marks.attributes
    availability = marks.availability.merged(over: place.availability)
    contextRequirements = place.requirements
    isolation = marks.isolation ?? place.isolation
    if isolation == nil, place.isActor, !isStatic, kind != .`init`, !kind.isType {
      isolation = .actor("self")
    }
    // Inside an actor it means something; elsewhere, what is not isolated need not say so.
    if isolation == .nonisolated { isolation = nil }
  }

  /// - Returns: `nil` if it is not public.
  init?(
    _ kind: Kind,
    _ name: String,
    in place: InterfaceReader.Place,
    generic node: some MarkedSyntax & WithGenericParametersSyntax
  ) {
    self.init(kind, name, in: place, node)
    generics = GenericSignature(node.genericParameterClause, node.genericWhereClause)
  }

  /// A function, a type alias or the like.
  static func member(_ syntax: DeclSyntax, in place: InterfaceReader.Place) -> Declaration? {
    switch syntax.as(DeclSyntaxEnum.self) {
    case .functionDecl(let node):
      Self(.func, node.name.bareText, in: place, generic: node)?.with(node.signature)
    case .macroDecl(let node):
      Self(.macro, node.name.bareText, in: place, generic: node)?.with(node.signature)
    case .initializerDecl(let node): initializer(node, in: place)
    case .subscriptDecl(let node): `subscript`(node, in: place)
    case .typeAliasDecl(let node): alias(node, in: place)
    case .associatedTypeDecl(let node): associatedType(node, in: place)
    case .operatorDecl(let node): fixed(.operator, node.name, node, in: place)
    case .precedenceGroupDecl(let node): fixed(.precedencegroup, node.name, node, in: place)
    default: nil
    }
  }

  private static func initializer(
    _ node: InitializerDeclSyntax,
    in place: InterfaceReader.Place
  ) -> Declaration? {
    var declaration = Self(.`init`, "init", in: place, generic: node)?.with(node.signature)
    declaration?.type = node.optionalMark.map { .other($0.text) }
    return declaration
  }

  private static func `subscript`(
    _ node: SubscriptDeclSyntax,
    in place: InterfaceReader.Place
  ) -> Declaration? {
    var declaration = Self(.subscript, "subscript", in: place, generic: node)
    declaration?.parameters = node.parameterClause.parameters.map {
      Parameter($0, isOfSubscript: true)
    }
    declaration?.type = TypeExpression(node.returnClause.type)
    declaration?.accessors = Accessors(node.accessorBlock, isVariable: false)
    declaration?.attributes.formUnion(node.accessorBlock.lifetimes)
    return declaration
  }

  private static func alias(
    _ node: TypeAliasDeclSyntax,
    in place: InterfaceReader.Place
  ) -> Declaration? {
    var declaration = Self(.typealias, node.name.bareText, in: place, generic: node)
    declaration?.type = TypeExpression(node.initializer.value)
    return declaration
  }

  private static func associatedType(
    _ node: AssociatedTypeDeclSyntax,
    in place: InterfaceReader.Place
  ) -> Declaration? {
    var declaration = Self(.associatedtype, node.name.bareText, in: place, node)
    declaration?.generics = GenericSignature(nil, node.genericWhereClause)
    declaration?.inherited = node.inheritanceClause.types
    declaration?.type = node.initializer.map { TypeExpression($0.value) }
    return declaration
  }

  private static func fixed(
    _ kind: Kind,
    _ name: TokenSyntax,
    _ node: some DeclSyntaxProtocol,
    in place: InterfaceReader.Place
  ) -> Declaration {
    var declaration = Self(kind, name.text, in: place.context)
    // One name may be a prefix and an infix operator.
    declaration.text = node.trimmedDescription.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    return declaration
  }

  private func with(_ signature: FunctionSignatureSyntax) -> Declaration {
    var declaration = self
    declaration.parameters = signature.parameterClause.parameters.map { Parameter($0) }
    declaration.effects = Effects(signature.effectSpecifiers)
    declaration.type = signature.returnClause.map { TypeExpression($0.type) } ?? .void
    return declaration
  }
}

extension Declaration {
  /// The cases of one line.
  static func all(_ node: EnumCaseDeclSyntax, in place: InterfaceReader.Place) -> [Declaration] {
    node.elements.compactMap { element in
      var declaration = Self(.case, element.name.bareText, in: place, node)
      declaration?.isStatic = true
      declaration?.isolation = nil
      declaration?.parameters = (element.parameterClause?.parameters ?? []).map { Parameter($0) }
      return declaration
    }
  }

  /// The variables of one line, also those in a tuple.
  static func all(_ node: VariableDeclSyntax, in place: InterfaceReader.Place) -> [Declaration] {
    let isVariable = node.bindingSpecifier.tokenKind == .keyword(.var)
    return node.bindings.flatMap { binding -> [Declaration] in
      let type = binding.typeAnnotation.map { TypeExpression($0.type) }
      let names = names(in: binding.pattern)
      var types = names.map { _ in type }
      if names.count > 1, case .tuple(let elements)? = type { types = elements.map(\.type) }
      return zip(names, types).compactMap { name, type in
        var declaration = Self(.var, name, in: place, node)
        declaration?.type = type
        declaration?.attributes.formUnion(binding.accessorBlock.lifetimes)
        declaration?.accessors = Accessors(
          binding.accessorBlock,
          isVariable: isVariable,
          isStored: node.attributes.contains {
            $0.as(AttributeSyntax.self)?.bareName == "_hasStorage"
          }
        )
        return declaration
      }
    }
  }

  private static func names(in pattern: PatternSyntax) -> [String] {
    switch pattern.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let name): [name.identifier.bareText]
    case .tuplePattern(let tuple): tuple.elements.flatMap { names(in: $0.pattern) }
    default: []
    }
  }
}
