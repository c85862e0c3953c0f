internal import SwiftParser
internal import SwiftSyntax

/// The part of an interface that clients can notice, which is a third of it in some modules.
public enum PublicExcerpt {
  /// Returns the text without the bodies of inlinable functions, and without what these use:
  /// declarations that are not public.
  public static func of(_ text: String) -> String {
    let finder = HiddenFinder(viewMode: .sourceAccurate)
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

private final class HiddenFinder: SyntaxVisitor {
  /// The ranges to leave out, in bytes and in the order of the text, each with its replacement.
  private(set) var found: [(range: Range<Int>, replacement: String)] = []

  private func note(
    _ body: (some SyntaxProtocol)?,
    _ replacement: String = ""
  ) -> SyntaxVisitorContinueKind {
    guard let body else { return .skipChildren }
    let range =
      body.positionAfterSkippingLeadingTrivia
      .utf8Offset..<body.endPositionBeforeTrailingTrivia.utf8Offset
    found.append((range, replacement))
    return .skipChildren
  }

  private func noteIfHidden(
    _ item: some SyntaxProtocol,
    _ declaration: DeclSyntax?
  ) -> SyntaxVisitorContinueKind {
    guard let declaration, isHidden(declaration) else { return .visitChildren }
    found.append((item.position.utf8Offset..<item.endPositionBeforeTrailingTrivia.utf8Offset, ""))
    return .skipChildren
  }

  private func isHidden(_ declaration: DeclSyntax) -> Bool {
    if let node = declaration.as(ExtensionDeclSyntax.self), node.inheritanceClause == nil {
      return node.memberBlock.members.allSatisfy { isHidden($0.decl) }
    }
    guard !declaration.is(ImportDeclSyntax.self),
      let attributes = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes,
      let modifiers = declaration.asProtocol((any WithModifiersSyntax).self)?.modifiers
    else { return false }
    return Marks(attributes, modifiers).isHidden
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    noteIfHidden(node, node.item.as(DeclSyntax.self))
  }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    noteIfHidden(node, node.decl)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
  }

  override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
  }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind {
    guard case .getter(let items) = node.accessors else { return .visitChildren }
    return note(items, "get")
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    note(node.body)
  }
}

/// The modules that a source file imports under all conditions.
public enum SourceImports {
  /// Returns the names of the modules, in the order of the text; those in `#if` are left out.
  public static func all(in text: String) -> [String] {
    Parser.parse(source: text).statements.compactMap { item in
      item.item.as(ImportDeclSyntax.self)?.path.first?.name.text
    }
  }
}
