internal import SwiftSyntax

/// The generic parameters of a declaration and what is required of them.
public struct GenericSignature: Hashable, Sendable {
  public struct Parameter: Hashable, Sendable {
    public var name: String
    /// `each` or `let`; empty for a type.
    public var specifier: String

    public init(name: String, specifier: String = "") {
      (self.name, self.specifier) = (name, specifier)
    }
  }

  public var parameters: [Parameter] = []
  public var requirements: Set<Requirement> = []
}

/// A requirement on generic parameters or associated types.
public enum Requirement: Hashable, Sendable {
  /// To a protocol, a class or `AnyObject`; or not to one that is implied (`~Copyable`).
  case conforms(TypeExpression, TypeExpression)
  /// In either order.
  case equals(Set<TypeExpression>)

  func eachType(_ body: (TypeExpression) -> Void) {
    switch self {
    case .conforms(let type, let bound):
      body(type)
      body(bound)
    case .equals(let types): types.forEach(body)
    }
  }

  /// The same with each of its types replaced.
  public func map(_ change: (TypeExpression) -> TypeExpression) -> Requirement {
    switch self {
    case .conforms(let type, let bound): .conforms(change(type), change(bound))
    case .equals(let types): .equals(Set(types.map(change)))
    }
  }
}

extension Requirement: CustomStringConvertible {
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
