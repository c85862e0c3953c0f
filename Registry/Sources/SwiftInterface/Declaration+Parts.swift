internal import SwiftSyntax

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
      hasDefault: node.defaultValue != nil
    )
  }

  /// An associated value.
  init(_ node: EnumCaseParameterSyntax) {
    self.init(
      label: node.firstName.flatMap { $0.text == "_" ? nil : $0.bareText },
      type: TypeExpression(node.type),
      words: [],
      isVariadic: false,
      hasDefault: node.defaultValue != nil
    )
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

extension Declaration.Accessors {
  private static let setters: Set<String> = [
    "_modify", "modify", "mutate", "yielding mutate", "set", "unsafeMutableAddress",
  ]

  /// - Parameter isVariable: Whether it can be set where no accessors are written.
  init(_ block: AccessorBlockSyntax?, isVariable: Bool) {
    guard case .accessors(let list)? = block?.accessors else {
      self.init(hasSetter: block == nil && isVariable)
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
  }
}
