import Base

internal import SwiftParser
internal import SwiftSyntax

/// A parsed manifest, with the nodes that its meaning is read from in the order of the text.
struct ManifestSyntax {
  /// The compiler's own bound, set here because the parser's default differs in debug builds.
  private static let greatestParserNesting = 256
  private static let greatestTreeDepth = 3000
  private static let greatestOperandCount = 200
  private static let greatestExcerpt = 400
  private static let dependencyFunctions: Set = [
    "package", "product", "productItem", "byName", "byNameItem", "plugin",
  ]

  let source: String
  private(set) var calls: [FunctionCallExprSyntax] = []
  private(set) var strings: [StringLiteralExprSyntax] = []

  /// What the functions of the manifest itself make of a string literal, by name and label.
  private(set) var parameterRoles: [String: [String?: ExpressionRole]] = [:]

  private(set) var bindings: [PatternBindingSyntax] = []

  /// The first binding of each name.
  private(set) var bindingsByName: [String: PatternBindingSyntax] = [:]

  /// The array literals that contain more than string literals.
  private(set) var mixedArrays: Set<SyntaxIdentifier> = []

  /// The parts of each expression that operators join.
  private(set) var operands: [SyntaxIdentifier: [ExprSyntax]] = [:]

  private(set) var enumCases: Set<String> = []

  /// Functions that make dependencies, handed on for something else to call.
  private(set) var uncalledFunctions: [DeclReferenceExprSyntax] = []

  /// Where each name is used.
  private(set) var references: [String: [DeclReferenceExprSyntax]] = [:]

  /// How often each name is declared, whatever it is declared as.
  private(set) var declarationCounts: [String: Int] = [:]

  private let lines: LineTable

  init(bytes: [UInt8]) throws(OperationError) {
    guard let source = String(validating: bytes, as: UTF8.self) else {
      throw OperationError(.malformed, "manifest is not valid UTF-8")
    }
    try ParserGuard.check(bytes)
    var parser = Parser(source, maximumNestingLevel: Self.greatestParserNesting)
    let tree = SourceFileSyntax.parse(from: &parser)
    self.source = source
    lines = LineTable(bytes)
    try Self.checkDepth(of: tree)
    try collect(from: tree)
    guard tree.totalLength.utf8Length == bytes.count else {
      throw OperationError(.malformed, "manifest cannot be parsed completely")
    }
  }

  func text(of node: some SyntaxProtocol, endsWith end: String) -> Bool {
    source.utf8.prefix(node.offset + node.length).suffix(min(node.length, end.utf8.count))
      .elementsEqual(end.utf8)
  }

  /// The first line of the node's text, shortened for messages.
  func excerpt(of node: some SyntaxProtocol) -> String {
    let text = source.utf8.dropFirst(node.offset).prefix(min(node.length, Self.greatestExcerpt))
    let line = String(decoding: text, as: UTF8.self).prefix { !$0.isNewline }
    return line.count <= 60 ? String(line) : "\(line.prefix(59))…"
  }

  func position(of node: some SyntaxProtocol) -> SourcePosition {
    lines.position(at: node.offset)
  }

  /// Looks at the depth only, and without recursion: a chain of calls is as deep as it is long, and
  /// the library finds even a node's first token by recursion.
  private static func checkDepth(of tree: SourceFileSyntax) throws(OperationError) {
    var level = [Syntax(tree)]
    var depth = 0
    while !level.isEmpty {
      guard depth < greatestTreeDepth else {
        throw OperationError(.malformed, "manifest too deeply nested to be read")
      }
      level = level.flatMap { $0.children(viewMode: .all) }
      depth += 1
    }
  }

  private mutating func collect(from tree: SourceFileSyntax) throws(OperationError) {
    var pending = [Syntax(tree)]
    while let node = pending.popLast() {
      if let token = node.as(TokenSyntax.self) {
        guard !token.hasError, token.presence == .present else { throw syntaxError(at: token) }
        continue
      }
      guard !node.is(UnexpectedNodesSyntax.self), !isMissing(node) else {
        throw syntaxError(at: node)
      }
      if let list = node.as(ExprListSyntax.self) {
        let operands = Array(list)
        guard operands.count <= Self.greatestOperandCount else {
          throw OperationError(
            .malformed,
            "expression of \(operands.count) parts, expected at most \(Self.greatestOperandCount)",
            at: position(of: node)
          )
        }
        self.operands[list.id] = operands
      }
      note(node)
      pending += node.children(viewMode: .all).reversed()
    }
  }

  private func isMissing(_ node: Syntax) -> Bool {
    node.is(MissingExprSyntax.self) || node.is(MissingDeclSyntax.self)
      || node.is(MissingStmtSyntax.self) || node.is(MissingTypeSyntax.self)
      || node.is(MissingPatternSyntax.self) || node.is(MissingSyntax.self)
  }

  private func syntaxError(at node: some SyntaxProtocol) -> OperationError {
    .syntaxError(at: position(of: node))
  }

  private mutating func note(_ node: Syntax) {
    switch node.as(SyntaxEnum.self) {
    case .functionCallExpr(let call):
      calls.append(call)
    case .stringLiteralExpr(let literal):
      strings.append(literal)
    case .arrayExpr(let array):
      if array.elements.contains(where: { !$0.expression.is(StringLiteralExprSyntax.self) }) {
        mixedArrays.insert(array.id)
      }
    case .functionDecl(let function):
      noteParameters(of: function)
    case .patternBinding(let binding):
      bindings.append(binding)
      if let name = binding.name, bindingsByName[name] == nil { bindingsByName[name] = binding }
    case .identifierPattern(let pattern):
      declare(pattern.identifier)
    case .functionParameter(let parameter):
      declare(parameter.secondName ?? parameter.firstName)
    case .closureParameter(let parameter):
      declare(parameter.secondName ?? parameter.firstName)
    case .closureShorthandParameter(let parameter):
      declare(parameter.name)
    case .enumCaseElement(let element):
      enumCases.insert(element.name.bareText)
    case .declReferenceExpr(let reference):
      references[reference.baseName.bareText, default: []].append(reference)
      if reference.isUncalledFunction(in: Self.dependencyFunctions) {
        uncalledFunctions.append(reference)
      }
    default:
      break
    }
  }

  private mutating func noteParameters(of function: FunctionDeclSyntax) {
    let name = function.name.bareText
    for parameter in function.signature.parameterClause.parameters {
      let first = parameter.firstName
      let label = first.tokenKind == .wildcard ? nil : first.bareText
      let role = role(ofType: parameter.type)
      let known = parameterRoles[name]?[label] ?? role
      // Two functions of one name may differ.
      parameterRoles[name, default: [:]].updateValue(known == role ? role : .unclear, forKey: label)
    }
  }

  private mutating func declare(_ name: TokenSyntax) {
    declarationCounts[name.bareText, default: 0] += 1
  }
}

extension DeclReferenceExprSyntax {
  /// Whether this is `package(path:)` or `Package.Dependency.package`, without a call.
  fileprivate func isUncalledFunction(in names: Set<String>) -> Bool {
    guard names.contains(baseName.bareText) else { return false }
    if argumentNames != nil { return true }
    guard let access = parent?.as(MemberAccessExprSyntax.self), access.declName.id == id,
      let type = access.base?.lastToken(viewMode: .sourceAccurate)?.text,
      type.first?.isUppercase ?? false
    else { return false }
    return access.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != access.id
  }
}

extension TokenSyntax {
  /// The identifier without backticks.
  var bareText: String {
    identifier?.name ?? text
  }
}
