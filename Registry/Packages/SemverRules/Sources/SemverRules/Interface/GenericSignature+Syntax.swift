internal import SwiftSyntax

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
