extension InterfaceIndex {
  private static let standardTypes: Set<String> = [
    "Array", "Bool", "Character", "Dictionary", "Double", "Duration", "Float", "Int", "Int16",
    "Int32", "Int64", "Int8", "Optional", "Range", "Set", "String", "Substring", "UInt", "UInt16",
    "UInt32", "UInt64", "UInt8",
  ]

  /// Whether it is known that a call of a function can pass all that it takes to where it runs, also
  /// the value that it is called on.
  func takesOnlySendable(_ function: Declaration) -> Bool {
    let isOfType = function.isStatic || function.kind == .`init`
    let isSelfSendable = isOfType || (function.context.map(isSendable) ?? true)
    return isSelfSendable
      && function.parameters.allSatisfy { parameter in
        parameter.words.contains("sending")
          || isSendable(parameter.type, function.generics.requirements)
      }
  }

  /// The same of what a function returns.
  func givesOnlySendable(_ function: Declaration) -> Bool {
    function.kind != .`init`
      && isSendable(function.type?.parts.type ?? .void, function.generics.requirements)
  }

  private func isSendable(_ type: TypeExpression, _ requirements: Set<Requirement>) -> Bool {
    switch type {
    case .function(let function): return function.attributes.contains("@Sendable")
    case .metatype: return true
    case .tuple(let elements): return elements.allSatisfy { isSendable($0.type, requirements) }
    case .named(let components):
      if implies(requirements, .conforms(type, .qualified("Swift", "Sendable"))) { return true }
      return components.flatMap(\.arguments).allSatisfy { isSendable($0, requirements) }
        && type.path.map(isSendable) ?? false
    default: return false
    }
  }

  private func isSendable(_ type: String) -> Bool {
    if type.hasPrefix("Swift."), Self.standardTypes.contains(String(type.dropFirst(6))) {
      return true
    }
    guard let declaration = types[type] else { return false }
    if declaration.kind == .actor { return true }
    if case .actor? = declaration.isolation { return true }
    return unconditionalProtocols(of: type).union(ancestors(of: type)).contains("Swift.Sendable")
  }
}
