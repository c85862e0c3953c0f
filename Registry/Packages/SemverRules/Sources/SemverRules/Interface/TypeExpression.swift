/// A type as an interface writes it, without sugar: `[Int]` is `Swift.Array<Swift.Int>`.
public indirect enum TypeExpression: Hashable, Sendable {
  /// One part of a qualified name, such as `Box<Swift.Int>` of `Menu.Box<Swift.Int>.Lid`.
  public struct Component: Hashable, Sendable {
    public var name: String
    public var arguments: [TypeExpression]

    public init(_ name: String, _ arguments: [TypeExpression] = []) {
      (self.name, self.arguments) = (name, arguments)
    }
  }

  public struct Element: Hashable, Sendable {
    public var label: String?
    public var type: TypeExpression

    public init(_ label: String?, _ type: TypeExpression) {
      (self.label, self.type) = (label, type)
    }
  }

  public struct Function: Hashable, Sendable {
    /// Without the names of the parameters, which are no part of the type.
    public var parameters: [TypeExpression]
    public var result: TypeExpression
    /// Such as `@Sendable`; not `@escaping` and `@autoclosure`, which belong to a parameter.
    public var attributes: Set<String>
    public var isAsync: Bool
    /// `nil` if it does not throw.
    public var thrown: TypeExpression?
  }

  case named([Component])
  case tuple([Element])
  case function(Function)
  /// `kind` is `Type` or `Protocol`.
  case metatype(TypeExpression, kind: String)
  case composition(Set<TypeExpression>)
  /// A type behind a word: `any`, `some`, `~`, `each`, `repeat`.
  case prefixed(String, TypeExpression)
  /// A type with specifiers and attributes, such as `inout` and `@escaping`.
  case attributed(Set<String>, TypeExpression)
  /// What this program does not know, as it is written.
  case other(String)
}

extension TypeExpression {
  public static let void = TypeExpression.tuple([])
  public static let anyError = TypeExpression.prefixed("any", .qualified("Swift", "Error"))

  public static func qualified(
    _ names: String...,
    arguments: [TypeExpression] = []
  ) -> TypeExpression {
    var components = names.map { Component($0) }
    components[components.count - 1].arguments = arguments
    return .named(components)
  }

  /// The names without arguments, such as `Menu.Box.Lid`; `nil` if it is not a name.
  public var path: String? {
    if case .named(let components) = self { Self.path(of: components[...]) } else { nil }
  }

  static func path(of components: ArraySlice<Component>) -> String {
    components.map(\.name).joined(separator: ".")
  }

  /// Specifiers and attributes, and the type that they stand before.
  public var parts: (words: Set<String>, type: TypeExpression) {
    if case .attributed(let words, let type) = self { (words, type) } else { ([], self) }
  }

  /// What `Optional` wraps; `nil` if it is not an optional.
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
