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

  /// The roles of string literals that are passed to functions of the manifest itself, by name and
  /// label.
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

  init(bytes: [UInt8]) throws(ManifestError) {
    guard let source = String(validating: bytes, as: UTF8.self) else {
      throw ManifestError(.malformed, "manifest is not valid UTF-8")
    }
    try ParserGuard.check(bytes)
    var parser = Parser(source, maximumNestingLevel: Self.greatestParserNesting)
    let tree = SourceFileSyntax.parse(from: &parser)
    self.source = source
    lines = LineTable(bytes)
    try Self.checkDepth(of: tree)
    try collect(from: tree)
    guard tree.totalLength.utf8Length == bytes.count else {
      throw ManifestError(.malformed, "manifest cannot be parsed completely")
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
  private static func checkDepth(of tree: SourceFileSyntax) throws(ManifestError) {
    var level = [Syntax(tree)]
    var depth = 0
    while !level.isEmpty {
      guard depth < greatestTreeDepth else {
        throw ManifestError(.malformed, "manifest too deeply nested to be read")
      }
      level = level.flatMap { $0.children(viewMode: .all) }
      depth += 1
    }
  }

  private mutating func collect(from tree: SourceFileSyntax) throws(ManifestError) {
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
          throw ManifestError(
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

  private func syntaxError(at node: some SyntaxProtocol) -> ManifestError {
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

  var span: SourceSpan {
    SourceSpan(offset: offset, length: length)
  }
}

/// The offsets at which the lines of a text start.
///
/// The parser library has such a table, but builds it by recursion into the tree.
struct LineTable {
  private var starts = [0]

  init(_ bytes: [UInt8]) {
    for (index, byte) in bytes.enumerated() {
      let isCarriageReturnAlone =
        byte == UInt8(ascii: "\r")
        && (index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n"))
      if byte == UInt8(ascii: "\n") || isCarriageReturnAlone { starts.append(index + 1) }
    }
  }

  func position(at offset: Int) -> SourcePosition {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return SourcePosition(line: low + 1, column: offset - starts[low] + 1)
  }
}

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

extension ManifestSyntax {
  /// An element of a list with all that goes with it: its comma, or the statement that appends it,
  /// and its lines with a comment behind it, if nothing else is in them.
  ///
  /// - Returns: `nil` if the expression is not an element of an array literal, and not appended.
  func element(of expression: some ExprSyntaxProtocol) -> SourceSpan? {
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
      return SourceSpan(offset: start, length: end - start)
    }
    let end = element?.trailingComma == nil ? span.end : span.end + spaces
    return SourceSpan(offset: span.offset, length: end - span.offset)
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
