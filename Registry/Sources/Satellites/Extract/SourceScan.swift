import Base
import Git
import ManifestEditor
import SwiftParser
import SwiftSyntax

/// What the Swift sources of a target say that matters at the border of a package: the modules that
/// they import, the names that they declare with `package` access, and all names that they use.
struct SourceScan: Sendable {
  /// Where something is declared.
  struct Place: Hashable, Sendable {
    let file: TreePath
    let line: Int
  }

  /// With stacks for chains of calls of any length.
  private static let threads = ParsingThreads(secondsToWait: 60, greatestAbandonedCount: 2)

  /// The modules that are imported in any case, not only if they are there: `#if canImport(…)`.
  fileprivate(set) var imports: Set<String> = []
  /// What `package` declarations are called, with the place of one of each.
  fileprivate(set) var packageNames: [String: Place] = [:]
  /// What they declare themselves.
  fileprivate(set) var declared: Set<String> = []
  /// All words outside of comments and strings.
  fileprivate(set) var words: Set<String> = []

  init() {}

  init(of sources: [(file: TreePath, bytes: [UInt8])]) throws(OperationError) {
    self = try Self.threads.run {
      let scanner = SourceScanner(viewMode: .sourceAccurate)
      for source in sources { scanner.read(source.bytes, of: source.file) }
      return scanner.found
    }
  }
}

private final class SourceScanner: SyntaxAnyVisitor {
  var found = SourceScan()
  /// The types around the place.
  private var types: [SurroundingType] = []
  /// The modules that are asked for by each `#if` around the place.
  private var conditions: [Set<String>] = []
  private var file = TreePath.root
  private var lines: SourceLocationConverter?

  private struct SurroundingType {
    let name: String
    var isPackageExtension = false
    /// Whether nothing reaches its members without another name of `package` access.
    ///
    /// It is its own, or that of what has such a value. A protocol's members are also those of types
    /// that conform to it.
    var hidesMembers = false
  }

  func read(_ bytes: [UInt8], of file: TreePath) {
    let source = bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    self.file = file
    lines = SourceLocationConverter(fileName: "", tree: source)
    walk(source)
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
      let isPackage = node.modifiers.contains(where: \.isPackage)
      types.append(SurroundingType(name: name, isPackageExtension: isPackage))
    default:
      let declaration = node.as(DeclSyntax.self)
      guard let named = declaration?.asProtocol((any NamedDeclSyntax).self) else { break }
      let modifiers = declaration?.asProtocol((any WithModifiersSyntax).self)?.modifiers
      let isPackage = self.isPackage(node, modifiers ?? [])
      note([named.name], isPackage)
      if named.isProtocol((any DeclGroupSyntax).self) {
        let hidesMembers = isPackage && !node.is(ProtocolDeclSyntax.self)
        types.append(SurroundingType(name: named.name.word, hidesMembers: hidesMembers))
      }
    }
    return .visitChildren
  }

  override func visitAnyPost(_ node: Syntax) {
    if node.is(IfConfigClauseSyntax.self) { conditions.removeLast() }
    let isType = node.as(DeclSyntax.self)?.isProtocol((any DeclGroupSyntax).self) ?? false
    if isType { types.removeLast() }
  }

  private func isPackage(_ node: Syntax, _ modifiers: DeclModifierListSyntax) -> Bool {
    if types.contains(where: \.hidesMembers) { return false }
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
    let place = lines?.location(for: token.positionAfterSkippingLeadingTrivia)
    found.packageNames[packageName] = SourceScan.Place(file: file, line: place?.line ?? 1)
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
