internal import SwiftParser
internal import SwiftSyntax

/// The bodies of inlinable functions, which no client can notice in an interface.
package enum InterfaceBodies {
  /// The text without them, which is half of it in some modules.
  package static func removed(from text: String) -> String {
    let finder = BodyFinder(viewMode: .sourceAccurate)
    finder.walk(Parser.parse(source: text))
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    var position = 0
    for (range, replacement) in finder.found where range.lowerBound >= position {
      kept += bytes[position..<range.lowerBound]
      kept += replacement.utf8
      position = range.upperBound
    }
    return String(decoding: kept + bytes[position...], as: UTF8.self)
  }
}

private final class BodyFinder: SyntaxVisitor {
  /// In the order of the text, with what takes the place of each.
  private(set) var found: [(range: Range<Int>, replacement: String)] = []

  private func note(_ body: (some SyntaxProtocol)?, _ replacement: String = "") {
    guard let body else { return }
    let range =
      body.positionAfterSkippingLeadingTrivia
      .utf8Offset..<body.endPositionBeforeTrailingTrivia.utf8Offset
    found.append((range, replacement))
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
    return .skipChildren
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
    return .skipChildren
  }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    guard case .getter(let items) = node.accessors else { return .visitChildren }
    note(items, "get")
    return .skipChildren
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
    return .skipChildren
  }
}
