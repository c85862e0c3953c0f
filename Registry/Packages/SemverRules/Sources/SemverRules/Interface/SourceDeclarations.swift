internal import SwiftParser
internal import SwiftSyntax

/// The lines of a source file at which something that can be public is declared.
public struct SourceDeclarations: Sendable {
  /// The line of each declaration, counted from 1, by its ``Declaration/place``, such as
  /// `Order.bake(_:)`.
  public let lines: [String: Int]

  /// Reads a source file.
  ///
  /// - Parameters:
  ///   - text: The text of the file.
  ///   - module: The name of the module that the file belongs to.
  public init(text: String, of module: String) {
    let tree = Parser.parse(source: text)
    let finder = DeclarationFinder(
      module: module,
      converter: SourceLocationConverter(fileName: "", tree: tree)
    )
    finder.walk(tree)
    lines = finder.lines.mapValues(\.line)
  }
}

private final class DeclarationFinder: SyntaxVisitor {
  private(set) var lines: [String: (line: Int, isPublic: Bool)] = [:]
  private let module: String
  private let converter: SourceLocationConverter
  /// The qualified names of the types around; `nil` for the file.
  private var contexts: [String?] = [nil]

  init(module: String, converter: SourceLocationConverter) {
    (self.module, self.converter) = (module, converter)
    super.init(viewMode: .sourceAccurate)
  }

  private var place: InterfaceReader.Place {
    InterfaceReader.Place(context: contexts.last ?? nil)
  }

  private func note(_ declaration: Declaration, at node: some DeclSyntaxProtocol) {
    let isPublic =
      node.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains {
        ["public", "open"].contains($0.name.text)
      } ?? false
    // The first one, but one that says that it is public before those that do not.
    if let known = lines[declaration.place], known.isPublic || !isPublic { return }
    let position = (node.asProtocol((any WithModifiersSyntax).self)?.modifiers.first)
      .map { $0.positionAfterSkippingLeadingTrivia }
    let start = position ?? node.positionAfterSkippingLeadingTrivia
    lines[declaration.place] = (converter.location(for: start).line, isPublic)
  }

  private func enter(
    _ node: some DeclGroupSyntax & NamedDeclSyntax & MarkedSyntax,
    _ kind: Declaration.Kind
  ) -> SyntaxVisitorContinueKind {
    guard let type = Declaration(kind, node.name.bareText, in: place, node) else {
      return .skipChildren
    }
    note(type, at: node)
    contexts.append(type.qualifiedName(in: module))
    return .visitChildren
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .struct)
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .class) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .actor) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node, .enum) }
  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, .protocol)
  }

  override func visitPost(_ node: StructDeclSyntax) { leave(node) }
  override func visitPost(_ node: ClassDeclSyntax) { leave(node) }
  override func visitPost(_ node: ActorDeclSyntax) { leave(node) }
  override func visitPost(_ node: EnumDeclSyntax) { leave(node) }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave(node) }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave(node) }

  /// Types that were skipped are left, too.
  private func leave(_ node: some WithAttributesSyntax & WithModifiersSyntax) {
    if !Marks(node.attributes, node.modifiers).isHidden { contexts.removeLast() }
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    if Marks(node.attributes, node.modifiers).isHidden { return .skipChildren }
    let name = node.extendedType.trimmedDescription.prefix { $0 != "<" }
    contexts.append(name.hasPrefix("\(module).") ? String(name) : "\(module).\(name)")
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
  override func visit(_ node: AssociatedTypeDeclSyntax) -> SyntaxVisitorContinueKind {
    member(node)
  }
  override func visit(_ node: MacroDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
  override func visit(_ node: OperatorDeclSyntax) -> SyntaxVisitorContinueKind { member(node) }
  override func visit(_ node: PrecedenceGroupDeclSyntax) -> SyntaxVisitorContinueKind {
    member(node)
  }

  private func member(_ node: some DeclSyntaxProtocol) -> SyntaxVisitorContinueKind {
    if let declaration = Declaration.member(DeclSyntax(node), in: place) {
      note(declaration, at: node)
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind {
    for declaration in Declaration.all(node, in: place) { note(declaration, at: node) }
    return .skipChildren
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    for declaration in Declaration.all(node, in: place) { note(declaration, at: node) }
    return .skipChildren
  }
}
