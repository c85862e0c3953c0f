internal import SwiftSyntax

extension ManifestSyntax {
  /// The global variable that has what a call makes, or is called as manifests call it.
  func variable(of call: FunctionCallExprSyntax) -> String? {
    var node = Syntax(call)
    while let parent = node.parent {
      if let binding = parent.as(PatternBindingSyntax.self), binding.isGlobal,
        let name = binding.name
      {
        return name
      }
      node = parent
    }
    return bindings.contains { $0.isGlobal && $0.name == "package" } ? "package" : nil
  }
}

extension PatternBindingSyntax {
  fileprivate var isGlobal: Bool {
    declaration?.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
  }
}
