import SwiftParser
import SwiftSyntax

/// What a Swift source says that matters at the border of a package: the modules that it imports, the
/// names that it declares with `package` access, and all names that it uses.
struct SourceScan: Sendable {
  /// The modules that are imported in any case, not only if they are there: `#if canImport(…)`.
  fileprivate(set) var imports: Set<String> = []
  /// What `package` declarations are called, with the line of one of each.
  fileprivate(set) var packageNames: [String: Int] = [:]
  /// What it declares itself.
  fileprivate(set) var declared: Set<String> = []
  /// All words outside of comments and strings.
  fileprivate(set) var words: Set<String> = []

  init(_ bytes: [UInt8]) {
    let source = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let scanner = SourceScanner(source)
    scanner.walk(source)
    self = scanner.found
  }

  fileprivate init() {}
}

private final class SourceScanner: SyntaxAnyVisitor {
  var found = SourceScan()
  /// The types around the place.
  private var types: [(name: String, isPackageExtension: Bool)] = []
  /// The modules that are asked for by each `#if` around the place.
  private var conditions: [Set<String>] = []
  private lazy var places = SourceLocationConverter(fileName: "", tree: source)
  private let source: SourceFileSyntax

  init(_ source: SourceFileSyntax) {
    self.source = source
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ token: TokenSyntax) -> SyntaxVisitorContinueKind {
    switch token.tokenKind {
    case .identifier, .keyword: found.words.insert(token.word)
    default: break
    }
    return .skipChildren
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .importDecl(let node):
      guard let module = node.path.first?.name.word else { break }
      if !conditions.contains(where: { $0.contains(module) }) { found.imports.insert(module) }
    case .ifConfigClause(let node): conditions.append(Self.modules(in: node))
    case .identifierPattern(let node): found.declared.insert(node.identifier.word)
    case .variableDecl(let variable):
      let patterns = variable.bindings.map { $0.pattern.as(IdentifierPatternSyntax.self) }
      note(patterns.compactMap { $0?.identifier }, isPackage(node, variable.modifiers))
    case .enumCaseDecl(let cases):
      note(cases.elements.map(\.name), isPackage(node, cases.modifiers))
    case .initializerDecl(let member) where isPackage(node, member.modifiers):
      noteType(member.initKeyword)
    case .subscriptDecl(let member) where isPackage(node, member.modifiers):
      noteType(member.subscriptKeyword)
    case .extensionDecl(let node):
      let name = node.extendedType.firstToken(viewMode: .sourceAccurate)?.word ?? ""
      types.append((name, node.modifiers.contains(where: \.isPackage)))
    default:
      let declaration = node.as(DeclSyntax.self)
      guard let named = declaration?.asProtocol((any NamedDeclSyntax).self) else { break }
      let modifiers = declaration?.asProtocol((any WithModifiersSyntax).self)?.modifiers
      note([named.name], isPackage(node, modifiers ?? []))
      if named.isProtocol((any DeclGroupSyntax).self) { types.append((named.name.word, false)) }
    }
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    if node.is(IfConfigClauseSyntax.self) { conditions.removeLast() }
    let isType = node.as(DeclSyntax.self)?.isProtocol((any DeclGroupSyntax).self) ?? false
    if isType { types.removeLast() }
  }

  private func isPackage(_ node: Syntax, _ modifiers: DeclModifierListSyntax) -> Bool {
    if modifiers.contains(where: \.isPackage) { return true }
    let isMember = node.parent?.is(MemberBlockItemSyntax.self) ?? false
    return isMember && types.last?.isPackageExtension == true
  }

  private func note(_ names: [TokenSyntax], _ isPackage: Bool) {
    for name in names {
      found.declared.insert(name.word)
      if isPackage { note(name.word, at: name) }
    }
  }

  /// An initialiser and a subscript are used by the name of their type.
  private func noteType(_ keyword: TokenSyntax) {
    if let type = types.last?.name { note(type, at: keyword) }
  }

  private func note(_ packageName: String, at token: TokenSyntax) {
    guard found.packageNames[packageName] == nil else { return }
    let place = places.location(for: token.positionAfterSkippingLeadingTrivia)
    found.packageNames[packageName] = place.line
  }

  /// As in `canImport(Menu) && os(Linux)`.
  private static func modules(in clause: IfConfigClauseSyntax) -> Set<String> {
    let condition = clause.condition?.description ?? ""
    return Set(condition.matches(of: #/canImport\s*\(\s*(\w+)/#).map { String($0.output.1) })
  }
}

extension TokenSyntax {
  /// Without backticks.
  fileprivate var word: String { identifier?.name ?? text }
}

extension DeclModifierSyntax {
  /// `package(set)` is another one.
  fileprivate var isPackage: Bool { name.tokenKind == .keyword(.package) && detail == nil }
}
