internal import SwiftSyntax

extension TypeExpression {
  init(_ syntax: TypeSyntax) {
    switch syntax.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      self = Self.normalized([Component(type.name.text, Self.arguments(type.genericArgumentClause))]
      )
    case .memberType(let type):
      guard case .named(let base) = TypeExpression(type.baseType) else {
        self = .other(syntax.trimmedDescription)
        return
      }
      self = Self.normalized(
        base + [Component(type.name.text, Self.arguments(type.genericArgumentClause))]
      )
    case .optionalType(let type): self = .optional(of: TypeExpression(type.wrappedType))
    case .implicitlyUnwrappedOptionalType(let type):
      self = .attributed(["!"], .optional(of: TypeExpression(type.wrappedType)))
    case .arrayType(let type):
      self = .qualified("Swift", "Array", arguments: [TypeExpression(type.element)])
    case .dictionaryType(let type):
      self = .qualified(
        "Swift",
        "Dictionary",
        arguments: [TypeExpression(type.key), TypeExpression(type.value)]
      )
    case .tupleType(let type): self = Self.tuple(type.elements)
    case .functionType(let type): self = .function(Function(type))
    case .metatypeType(let type):
      self = .metatype(TypeExpression(type.baseType), kind: type.metatypeSpecifier.text)
    case .compositionType(let type):
      self = .composition(Set(type.elements.map { TypeExpression($0.type) }))
    case .someOrAnyType(let type):
      self = .prefixed(type.someOrAnySpecifier.text, TypeExpression(type.constraint))
    case .suppressedType(let type): self = .prefixed("~", TypeExpression(type.type))
    case .packElementType(let type): self = .prefixed("each", TypeExpression(type.pack))
    case .packExpansionType(let type):
      self = .prefixed("repeat", TypeExpression(type.repetitionPattern))
    case .attributedType(let type): self = Self.attributed(type)
    default: self = .other(syntax.trimmedDescription)
    }
  }

  public static func optional(of type: TypeExpression) -> TypeExpression {
    .qualified("Swift", "Optional", arguments: [type])
  }

  private static func normalized(_ components: [Component]) -> TypeExpression {
    components.map(\.name) == ["Swift", "Void"] ? .void : .named(components)
  }

  private static func arguments(_ clause: GenericArgumentClauseSyntax?) -> [TypeExpression] {
    (clause?.arguments ?? []).map { argument in
      switch argument.argument {
      case .type(let type): TypeExpression(type)
      case .expr(let value): .other(value.trimmedDescription)
      }
    }
  }

  private static func tuple(_ elements: TupleTypeElementListSyntax) -> TypeExpression {
    let parts = elements.map { element in
      Element(element.firstName.flatMap { $0.text == "_" ? nil : $0.text }, .init(element.type))
    }
    if parts.count == 1, parts[0].label == nil {
      // Parentheses around a pack make it a tuple.
      if case .prefixed("repeat", _) = parts[0].type { return .tuple(parts) }
      return parts[0].type
    }
    return .tuple(parts)
  }

  private static func attributed(_ syntax: AttributedTypeSyntax) -> TypeExpression {
    var words = Set(syntax.attributes.compactMap { $0.as(AttributeSyntax.self)?.normalizedText })
    for specifier in syntax.specifiers {
      let word = specifier.as(SimpleTypeSpecifierSyntax.self)?.specifier.text
      words.insert(word ?? specifier.trimmedDescription)
    }
    for specifier in syntax.lateSpecifiers { words.insert(specifier.trimmedDescription) }
    var base = TypeExpression(syntax.baseType)
    if case .function(var function) = base {
      let own = words.filter { $0.hasPrefix("@") || $0.hasPrefix("nonisolated") }
        .subtracting(["@escaping", "@autoclosure"])
      function.attributes.formUnion(own)
      words.subtract(own)
      base = .function(function)
    }
    return words.isEmpty ? base : .attributed(words, base)
  }
}

extension TypeExpression.Function {
  fileprivate init(_ syntax: FunctionTypeSyntax) {
    parameters = syntax.parameters.map { parameter in
      let type = TypeExpression(parameter.type)
      guard parameter.ellipsis != nil else { return type }
      return .attributed(type.parts.words.union(["..."]), type.parts.type)
    }
    result = TypeExpression(syntax.returnClause.type)
    attributes = []
    isAsync = syntax.effectSpecifiers?.asyncSpecifier != nil
    thrown = TypeExpression.thrown(by: syntax.effectSpecifiers?.throwsClause)
  }
}

extension TypeExpression {
  /// `nil` if nothing is thrown.
  static func thrown(by clause: ThrowsClauseSyntax?) -> TypeExpression? {
    guard let clause else { return nil }
    guard let type = clause.type.map({ TypeExpression($0) }) else { return .anyError }
    return type.path == "Swift.Never" ? nil : type
  }
}

extension AttributeSyntax {
  /// With its arguments, and with single spaces, such as `@Menu.Layers`.
  var normalizedText: String {
    let text = trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.replacing("@_Concurrency.", with: "@")
  }

  /// Without arguments, and qualified where it is written so.
  var bareName: String {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}
