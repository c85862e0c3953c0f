internal import SwiftSyntax

/// A type as an interface writes it, without sugar: `[Int]` is `Swift.Array<Swift.Int>`.
public indirect enum TypeExpression: Hashable, Sendable {
  /// A part of a qualified name, such as `Box<Swift.Int>` of `Menu.Box<Swift.Int>.Lid`.
  public struct Component: Hashable, Sendable {
    /// The name of the part, or of a module.
    public var name: String
    /// The generic arguments of this part.
    public var arguments: [TypeExpression]

    public init(_ name: String, _ arguments: [TypeExpression] = []) {
      (self.name, self.arguments) = (name, arguments)
    }
  }

  /// An element of a tuple; its label is `nil` if it has none.
  public struct Element: Hashable, Sendable {
    /// The label; `nil` if it has none.
    public var label: String?
    /// The type of the element.
    public var type: TypeExpression

    public init(_ label: String?, _ type: TypeExpression) {
      (self.label, self.type) = (label, type)
    }
  }

  /// The type of a function.
  public struct Function: Hashable, Sendable {
    /// The types of the parameters, without the names, which are no part of the type.
    public var parameters: [TypeExpression]
    /// The type of the result; an empty tuple for `Void`.
    public var result: TypeExpression
    /// Attributes such as `@Sendable`; not `@escaping` and `@autoclosure`, which belong to a
    /// parameter.
    public var attributes: Set<String>
    /// Whether it is `async`.
    public var isAsync: Bool
    /// The type of the errors; `nil` if it does not throw.
    public var thrown: TypeExpression?
  }

  /// A type by its name, from the module on if the interface qualifies it.
  case named([Component])
  case tuple([Element])
  case function(Function)
  /// A metatype, whose `kind` is `Type` or `Protocol`.
  case metatype(TypeExpression, kind: String)
  /// A composition of protocols and a class, such as `Menu.Dish & Swift.Sendable`.
  case composition(Set<TypeExpression>)
  /// A type behind a word: `any`, `some`, `~`, `each`, `repeat`.
  case prefixed(String, TypeExpression)
  /// A type with specifiers and attributes, such as `inout` and `@escaping`.
  case attributed(Set<String>, TypeExpression)
  /// Syntax that has no case of its own, as written in the interface.
  case other(String)
}

extension TypeExpression {
  /// The empty tuple, which is also how `Swift.Void` is read.
  public static let void = TypeExpression.tuple([])
  /// `any Swift.Error`, the type of errors that are not specified.
  public static let anyError = TypeExpression.prefixed("any", .qualified("Swift", "Error"))

  /// Creates a type from the parts of its name.
  ///
  /// - Parameter arguments: The generic arguments of the last part.
  public static func qualified(
    _ names: String...,
    arguments: [TypeExpression] = []
  ) -> TypeExpression {
    var components = names.map { Component($0) }
    components[components.count - 1].arguments = arguments
    return .named(components)
  }

  /// The name without generic arguments, such as `Menu.Box.Lid`; `nil` if it is not a named type.
  public var path: String? {
    if case .named(let components) = self { Self.path(of: components[...]) } else { nil }
  }

  static func path(of components: ArraySlice<Component>) -> String {
    components.map(\.name).joined(separator: ".")
  }

  /// The specifiers and attributes, and the type that they stand before.
  public var parts: (words: Set<String>, type: TypeExpression) {
    if case .attributed(let words, let type) = self { (words, type) } else { ([], self) }
  }

  /// The wrapped type of an `Optional`; `nil` for any other type.
  public var wrapped: TypeExpression? {
    guard case .named(let components) = self, path == "Swift.Optional" else { return nil }
    return components.last?.arguments.first
  }
}

extension TypeExpression {
  /// The same with each part replaced by what `change` makes of it, from the innermost outwards.
  public func map(_ change: (TypeExpression) -> TypeExpression) -> TypeExpression {
    switch self {
    case .named(let components):
      change(
        .named(
          components.map { part in Component(part.name, part.arguments.map { $0.map(change) }) }
        )
      )
    case .tuple(let elements):
      change(.tuple(elements.map { Element($0.label, $0.type.map(change)) }))
    case .function(var function):
      {
        function.parameters = function.parameters.map { $0.map(change) }
        function.result = function.result.map(change)
        function.thrown = function.thrown.map { $0.map(change) }
        return change(.function(function))
      }()
    case .metatype(let type, let kind): change(.metatype(type.map(change), kind: kind))
    case .composition(let types): change(.composition(Set(types.map { $0.map(change) })))
    case .prefixed(let word, let type): change(.prefixed(word, type.map(change)))
    case .attributed(let words, let type): change(.attributed(words, type.map(change)))
    case .other: change(self)
    }
  }

  /// Calls `body` with each qualified name that occurs, in the order of the text.
  public func eachName(_ body: ([Component]) -> Void) {
    switch self {
    case .named(let components):
      body(components)
      for component in components { component.arguments.forEach { $0.eachName(body) } }
    case .tuple(let elements): for element in elements { element.type.eachName(body) }
    case .function(let function):
      for parameter in function.parameters { parameter.eachName(body) }
      function.thrown?.eachName(body)
      function.result.eachName(body)
    case .metatype(let type, _), .prefixed(_, let type), .attributed(_, let type):
      type.eachName(body)
    case .composition(let types):
      for type in types.sorted(by: { "\($0)" < "\($1)" }) { type.eachName(body) }
    case .other: break
    }
  }
}

extension TypeExpression: CustomStringConvertible {
  /// The type as it is written in code, without the names of modules that do not help.
  public var description: String {
    switch self {
    case .named(let components): Self.text(of: components)
    case .tuple(let elements):
      "("
        + elements.map { ($0.label.map { "\($0): " } ?? "") + "\($0.type)" }.joined(separator: ", ")
        + ")"
    case .function(let function): function.description
    case .metatype(let type, let kind): "\(type.enclosed).\(kind)"
    case .composition(let types): types.map(\.description).sorted().joined(separator: " & ")
    case .prefixed("~", let type): "~\(type)"
    case .prefixed(let word, let type): "\(word) \(type)"
    case .attributed(let words, let type): (words.sorted() + ["\(type)"]).joined(separator: " ")
    case .other(let text): text
    }
  }

  private static func text(of components: [Component]) -> String {
    var components = components[...]
    let isNested = components.count > 1 && components[0].arguments.isEmpty
    if isNested, ["Swift", "_Concurrency"].contains(components[0].name) {
      components.removeFirst()
    }
    if components.count == 1, let part = components.first {
      switch (part.name, part.arguments.count) {
      case ("Optional", 1): return "\(part.arguments[0].enclosed)?"
      case ("Array", 1): return "[\(part.arguments[0])]"
      case ("Dictionary", 2): return "[\(part.arguments[0]): \(part.arguments[1])]"
      default: break
      }
    }
    return components.map { part in
      part.arguments.isEmpty
        ? part.name
        : "\(part.name)<\(part.arguments.map(\.description).joined(separator: ", "))>"
    }.joined(separator: ".")
  }

  /// The type, in parentheses if something is to follow it.
  private var enclosed: String {
    switch self {
    case .function, .composition, .prefixed, .attributed: "(\(self))"
    default: "\(self)"
    }
  }
}

extension TypeExpression.Function: CustomStringConvertible {
  /// The type as it is written in code, as in `@Sendable (Int) async throws -> Void`.
  public var description: String {
    let attributes = self.attributes.sorted().map { "\($0) " }.joined()
    let parameters = self.parameters.map(\.description).joined(separator: ", ")
    let effects = (isAsync ? " async" : "") + (thrown.map(Self.text(ofThrown:)) ?? "")
    let result = self.result == .void ? "Void" : "\(self.result)"
    return "\(attributes)(\(parameters))\(effects) -> \(result)"
  }

  static func text(ofThrown type: TypeExpression) -> String {
    type == .anyError ? " throws" : " throws(\(type))"
  }
}

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

  /// Returns `Swift.Optional` of a type.
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
  /// Returns the type of the errors of a `throws` clause; `nil` if nothing is thrown.
  static func thrown(by clause: ThrowsClauseSyntax?) -> TypeExpression? {
    guard let clause else { return nil }
    guard let type = clause.type.map({ TypeExpression($0) }) else { return .anyError }
    return type.path == "Swift.Never" ? nil : type
  }
}

extension AttributeSyntax {
  /// The attribute with its arguments and with single spaces, such as `@Menu.Layers`.
  var normalizedText: String {
    let text = trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.replacing("@_Concurrency.", with: "@")
  }

  /// The name without arguments, qualified if it is written so.
  var bareName: String {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
  }
}
