extension TypeExpression: CustomStringConvertible {
  /// As it is written in code, without the names of modules that do not help.
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

  /// In parentheses where something is to follow.
  private var enclosed: String {
    switch self {
    case .function, .composition, .prefixed, .attributed: "(\(self))"
    default: "\(self)"
    }
  }
}

extension TypeExpression.Function: CustomStringConvertible {
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
