internal import SwiftParser
internal import SwiftSyntax

/// The parts of a source file that matter to clients, and that the compiler leaves out of the module's
/// interface.
public struct SourceSupplement: Sendable {
  /// The SPI requirements of protocols and SPI cases of enumerations, as text to append to the
  /// interface: clients who do not see them have to conform and to switch all the same.
  public private(set) var demands = ""
  /// The code below conditions that no build meets, by the condition, such as `#if !DEBUG`; only code
  /// with something public in it.
  public private(set) var uncompiled: [String: String] = [:]

  private let module: String

  /// - Parameters:
  ///   - module: The name of the module that the file is of.
  ///   - builds: The builds that are compared: for each, the names in conditions that are known to be
  ///     set or not to be.
  public init(text: String, of module: String, builds: [[String: Bool]]) {
    self.module = module
    guard text.contains("@_spi(") || text.contains("#if") else { return }
    for item in Parser.parse(source: text).statements {
      if case .decl(let declaration) = item.item { read(declaration, in: nil, builds) }
    }
  }

  /// - Parameter context: The qualified name of the type around; `nil` for the file.
  private mutating func read(
    _ declaration: DeclSyntax,
    in context: String?,
    isOfProtocol: Bool = false,
    _ builds: [[String: Bool]]
  ) {
    if let node = declaration.as(IfConfigDeclSyntax.self) {
      read(node, in: context, isOfProtocol: isOfProtocol, builds)
    } else if let node = declaration.as(ExtensionDeclSyntax.self) {
      let name = node.extendedType.trimmedDescription.prefix { $0 != "<" }
      read(
        node.memberBlock,
        in: name.hasPrefix("\(module).") ? String(name) : "\(module).\(name)",
        builds
      )
    } else if let node = declaration.asProtocol((any DeclGroupSyntax).self),
      let name = declaration.asProtocol((any NamedDeclSyntax).self)?.name.bareText
    {
      read(
        node.memberBlock,
        in: "\(context ?? module).\(name)",
        isOfProtocol: declaration.is(ProtocolDeclSyntax.self),
        builds
      )
    } else if let context, isOfProtocol || declaration.is(EnumCaseDeclSyntax.self) {
      noteDemand(declaration, in: context)
    }
  }

  private mutating func read(
    _ members: MemberBlockSyntax,
    in context: String,
    isOfProtocol: Bool = false,
    _ builds: [[String: Bool]]
  ) {
    for member in members.members {
      read(member.decl, in: context, isOfProtocol: isOfProtocol, builds)
    }
  }

  private mutating func noteDemand(_ declaration: DeclSyntax, in context: String) {
    guard
      let marks = declaration.asProtocol((any WithAttributesSyntax).self)?.attributes.filter({
        $0.as(AttributeSyntax.self)?.bareName == "_spi"
      }), !marks.isEmpty
    else { return }
    let text = marks.reduce(declaration.trimmedDescription) { text, mark in
      text.replacing(mark.trimmedDescription, with: "", maxReplacements: 1)
    }
    demands += "\n@_spi(_) extension \(context) { \(text) }"
  }
}

extension SourceSupplement {
  /// Reads what each clause has, in the builds that may compile it.
  private mutating func read(
    _ node: IfConfigDeclSyntax,
    in context: String?,
    isOfProtocol: Bool,
    _ builds: [[String: Bool]]
  ) {
    var open = builds
    var words: [String] = []
    for clause in node.clauses {
      let condition = clause.condition
      let found = open.filter { Self.value(of: condition, in: $0) != false }
      open.removeAll { Self.value(of: condition, in: $0) == true }
      let own = condition.map { "#if \($0.trimmedDescription)" } ?? "#else"
      words.append(own)
      guard let elements = clause.elements else { continue }
      guard !found.isEmpty else {
        let name = condition == nil ? "#else of '\(words.first ?? own)'" : own
        note(elements, below: name)
        continue
      }
      switch elements {
      case .statements(let items):
        for item in items {
          if case .decl(let declaration) = item.item { read(declaration, in: context, found) }
        }
      case .decls(let members):
        for member in members {
          read(member.decl, in: context, isOfProtocol: isOfProtocol, found)
        }
      default: break
      }
    }
  }

  private mutating func note(_ elements: IfConfigClauseSyntax.Elements, below condition: String) {
    let tokens = elements.tokens(viewMode: .sourceAccurate)
    let isPublic = tokens.contains {
      [.keyword(.public), .keyword(.open), .keyword(.case)].contains($0.tokenKind)
    }
    guard isPublic else { return }
    uncompiled[condition, default: ""] += tokens.map(\.text).joined(separator: " ") + "\n"
  }

  /// Whether a condition is met; `nil` if that is not known, as for systems and modules.
  private static func value(of condition: ExprSyntax?, in build: [String: Bool]) -> Bool? {
    switch condition?.as(ExprSyntaxEnum.self) {
    case nil: true
    case .declReferenceExpr(let name): build[name.baseName.text]
    case .booleanLiteralExpr(let literal): literal.literal.tokenKind == .keyword(.true)
    case .prefixOperatorExpr(let node) where node.operator.text == "!":
      value(of: node.expression, in: build).map { !$0 }
    case .tupleExpr(let tuple) where tuple.elements.count == 1:
      value(of: tuple.elements.first?.expression, in: build)
    case .sequenceExpr(let sequence): value(of: Array(sequence.elements), in: build)
    default: nil
    }
  }

  /// That of alternatives, each of them with parts that have all to be met.
  private static func value(of elements: [ExprSyntax], in build: [String: Bool]) -> Bool? {
    let isOr = { (element: ExprSyntax) in
      element.as(BinaryOperatorExprSyntax.self)?.operator.text == "||"
    }
    let alternatives = elements.split(whereSeparator: isOr).map { parts -> Bool? in
      let values = parts.filter { !$0.is(BinaryOperatorExprSyntax.self) }
        .map { value(of: $0, in: build) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    }
    return alternatives.contains(true) ? true : alternatives.contains(nil) ? nil : false
  }
}
