internal import SwiftSyntax

/// The generic parameters of a declaration and the requirements on them.
public struct GenericSignature: Hashable, Sendable {
  /// A generic parameter: a type, a pack of types or a value.
  public struct Parameter: Hashable, Sendable {
    /// The name, without the specifier.
    public var name: String
    /// The word before the name, `each` or `let`; empty for a type.
    public var specifier: String

    public init(name: String, specifier: String = "") {
      (self.name, self.specifier) = (name, specifier)
    }
  }

  /// The generic parameters in the order of the declaration.
  public var parameters: [Parameter] = []
  /// The requirements of the parameters themselves and of the `where` clause, as one set.
  public var requirements: Set<Requirement> = []
}

/// A requirement on generic parameters or associated types.
public enum Requirement: Hashable, Sendable {
  /// A type that conforms to a protocol, is a subclass, or is an `AnyObject`; or that may lack an
  /// implied conformance (`~Copyable`).
  case conforms(TypeExpression, TypeExpression)
  /// Types that are equal, in either order.
  case equals(Set<TypeExpression>)

  func eachType(_ body: (TypeExpression) -> Void) {
    switch self {
    case .conforms(let type, let bound):
      body(type)
      body(bound)
    case .equals(let types): types.forEach(body)
    }
  }

  /// Returns the requirement with each of its types replaced.
  public func map(_ change: (TypeExpression) -> TypeExpression) -> Requirement {
    switch self {
    case .conforms(let type, let bound): .conforms(change(type), change(bound))
    case .equals(let types): .equals(Set(types.map(change)))
    }
  }
}

extension Requirement: CustomStringConvertible {
  /// The requirement as it is written in a `where` clause.
  public var description: String {
    switch self {
    case .conforms(let type, let bound): "\(type): \(bound)"
    case .equals(let types): types.map(\.description).sorted().joined(separator: " == ")
    }
  }
}

extension GenericSignature {
  init(_ parameters: GenericParameterClauseSyntax?, _ clause: GenericWhereClauseSyntax?) {
    for parameter in parameters?.parameters ?? [] {
      let name = parameter.name.text
      self.parameters.append(Parameter(name: name, specifier: parameter.specifier?.text ?? ""))
      if let bound = parameter.inheritedType {
        add(.qualified(name), conformsTo: TypeExpression(bound))
      }
    }
    for requirement in clause?.requirements ?? [] {
      switch requirement.requirement {
      case .conformanceRequirement(let part):
        add(TypeExpression(part.leftType), conformsTo: TypeExpression(part.rightType))
      case .sameTypeRequirement(let part):
        requirements.insert(.equals([Self.type(part.leftType), Self.type(part.rightType)]))
      case .layoutRequirement(let part):
        let layout = TypeExpression.other(part.layoutSpecifier.text)
        requirements.insert(.conforms(TypeExpression(part.type), layout))
      }
    }
  }

  private mutating func add(_ type: TypeExpression, conformsTo bound: TypeExpression) {
    if case .composition(let bounds) = bound {
      for bound in bounds { add(type, conformsTo: bound) }
    } else {
      requirements.insert(.conforms(type, bound))
    }
  }

  private static func type(_ side: SameTypeRequirementSyntax.LeftType) -> TypeExpression {
    switch side {
    case .type(let type): TypeExpression(type)
    case .expr(let value): .other(value.trimmedDescription)
    }
  }

  private static func type(_ side: SameTypeRequirementSyntax.RightType) -> TypeExpression {
    switch side {
    case .type(let type): TypeExpression(type)
    case .expr(let value): .other(value.trimmedDescription)
    }
  }
}
