internal import SwiftSyntax

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
    isOpen = marks.isOpen
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
