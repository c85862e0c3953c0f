internal import SwiftSyntax

extension ManifestSyntax {
  /// An element of a list with all that goes with it: its comma, or the statement that appends it,
  /// and its lines with a comment behind it, if nothing else is in them.
  ///
  /// - Returns: `nil` if the expression is not an element of an array literal, and not appended.
  func element(of expression: some ExprSyntaxProtocol) -> RewritingSites.Span? {
    let element = expression.parent?.as(ArrayElementSyntax.self)
    guard let span = element?.span ?? Self.appending(expression)?.span else { return nil }
    let indentation = source.utf8.prefix(span.offset).reversed().prefix(while: Self.isSpace).count
    let start = span.offset - indentation
    var rest = source.utf8.dropFirst(span.end)
    let spaces = rest.prefix(while: Self.isSpace).count
    rest = rest.dropFirst(spaces)
    let startsLine = source.utf8.prefix(start).last.map { $0 == UInt8(ascii: "\n") } ?? true
    let comment =
      rest.starts(with: "//".utf8) ? rest.prefix(while: { !Self.endsLine($0) }).count : 0
    rest = rest.dropFirst(comment)
    let lineEnd = rest.starts(with: "\r\n".utf8) ? 2 : rest.first == UInt8(ascii: "\n") ? 1 : 0
    if startsLine, lineEnd > 0 {
      let end = span.end + spaces + comment + lineEnd
      return RewritingSites.Span(offset: start, length: end - start)
    }
    let end = element?.trailingComma == nil ? span.end : span.end + spaces
    return RewritingSites.Span(offset: span.offset, length: end - span.offset)
  }

  /// The statement at the top of the file that does nothing but append the expression to a list:
  /// `package.dependencies.append(…)`.
  private static func appending(_ expression: some ExprSyntaxProtocol) -> CodeBlockItemSyntax? {
    guard let argument = expression.parent?.as(LabeledExprSyntax.self), argument.label == nil,
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.arguments.count == 1,
      call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "append",
      let statement = call.parent?.as(CodeBlockItemSyntax.self),
      statement.parent?.parent?.is(SourceFileSyntax.self) == true
    else { return nil }
    return statement
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }
}
