internal import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The last name of what is called: `package` of `Package.Dependency.package(…)`.
  var calleeName: TokenSyntax? {
    if let access = calledExpression.as(MemberAccessExprSyntax.self) {
      return access.declName.baseName
    }
    return calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
  }

  func argument(_ label: String) -> LabeledExprSyntax? {
    arguments.first { $0.label?.bareText == label }
  }

  func argument(after argument: LabeledExprSyntax) -> LabeledExprSyntax? {
    guard let index = arguments.index(of: argument) else { return nil }
    let next = arguments.index(after: index)
    return next < arguments.endIndex ? arguments[next] : nil
  }

  func isCall(of names: String...) -> Bool {
    calleeName.map { names.contains($0.bareText) } ?? false
  }
}

extension SyntaxProtocol {
  /// Where the node starts in the file, in bytes, spaces and comments before it left out.
  var offset: Int {
    positionAfterSkippingLeadingTrivia.utf8Offset
  }

  /// In bytes, spaces and comments around it left out.
  var length: Int {
    trimmedLength.utf8Length
  }

  var span: RewritingSites.Span {
    RewritingSites.Span(offset: offset, length: length)
  }
}
