internal import SwiftParser
internal import SwiftSyntax

extension ModuleInterface {
  /// Reads the text of an interface, which need not be valid: what cannot be read is left out.
  ///
  /// - Parameters:
  ///   - text: The text of a `.swiftinterface` file.
  ///   - name: The name of the module.
  public init(text: String, of name: String) {
    var reader = InterfaceReader(module: name)
    for item in Parser.parse(source: text).statements { reader.read(item.item, in: .file) }
    self = reader.interface
  }
}

/// Collects the public declarations of an interface, members of types and of extensions alike.
struct InterfaceReader {
  /// The surroundings of a declaration: its type or extension.
  struct Place {
    /// The qualified name of the type; `nil` outside of types.
    var context: String?
    var isProtocolBody = false
    var isActor = false
    var isExtension = false
    var requirements: Set<Requirement> = []
    var availability = Availability()
    /// The isolation of an extension, which its members have too.
    var isolation: Declaration.Isolation?

    static let file = Place()
  }

  private(set) var interface: ModuleInterface

  init(module: String) {
    interface = ModuleInterface(name: module)
  }

  mutating func read(_ item: CodeBlockItemSyntax.Item, in place: Place) {
    guard case .decl(let declaration) = item else { return }
    read(declaration, in: place)
  }

  private mutating func read(_ members: MemberBlockSyntax, in place: Place) {
    for member in members.members { read(member.decl, in: place) }
  }

  private mutating func read(_ syntax: DeclSyntax, in place: Place) {
    switch syntax.as(DeclSyntaxEnum.self) {
    case .importDecl(let node): read(node)
    case .extensionDecl(let node): read(node)
    case .ifConfigDecl(let node): read(node, in: place)
    case .structDecl(let node): readType(node, .struct, place)
    case .classDecl(let node): readType(node, .class, place)
    case .actorDecl(let node): readType(node, .actor, place)
    case .enumDecl(let node): readType(node, .enum, place)
    case .protocolDecl(let node): readProtocol(node, place)
    case .enumCaseDecl(let node): add(Declaration.all(node, in: place))
    case .variableDecl(let node): add(Declaration.all(node, in: place))
    default: add(Declaration.member(syntax, in: place).map { [$0] } ?? [])
    }
  }

  private mutating func add(_ declarations: [Declaration]) {
    interface.declarations += declarations
  }

  private mutating func read(_ node: ImportDeclSyntax) {
    let module = node.path.first?.name.text ?? ""
    interface.imports.insert(module)
    let isExported = node.attributes.contains {
      $0.as(AttributeSyntax.self)?.bareName == "_exported"
    }
    if isExported { interface.exports.insert(node.path.trimmedDescription) }
  }

  /// Only conditions on the compiler are left in an interface, and the newest compiler meets them.
  private mutating func read(_ node: IfConfigDeclSyntax, in place: Place) {
    switch node.clauses.first?.elements {
    case .statements(let items): for item in items { read(item.item, in: place) }
    case .decls(let members): for member in members { read(member.decl, in: place) }
    default: break
    }
  }

  private mutating func readType(
    _ node: some DeclGroupSyntax & NamedDeclSyntax & MarkedSyntax & WithGenericParametersSyntax,
    _ kind: Declaration.Kind,
    _ place: Place
  ) {
    guard var type = Declaration(kind, node.name.bareText, in: place, generic: node) else { return }
    var inner = Place(context: type.qualifiedName(in: interface.name))
    type.inherited = node.inheritanceClause.types.map(\.parts.type)
    addConformances(node.inheritanceClause, in: inner)
    type.hasDeinitializer =
      kind != .class && kind != .actor
      && node.memberBlock.members.contains { $0.decl.is(DeinitializerDeclSyntax.self) }
    add([type])
    inner.isActor = kind == .actor
    inner.availability = type.availability
    read(node.memberBlock, in: inner)
  }

  private mutating func readProtocol(_ node: ProtocolDeclSyntax, _ place: Place) {
    guard var type = Declaration(.protocol, node.name.bareText, in: place, node) else { return }
    type.generics = GenericSignature(nil, node.genericWhereClause)
    type.primaryAssociatedTypes =
      node.primaryAssociatedTypeClause?.primaryAssociatedTypes.map(\.name.text) ?? []
    type.inherited = node.inheritanceClause.types
    add([type])
    var inner = Place(context: type.qualifiedName(in: interface.name), isProtocolBody: true)
    inner.availability = type.availability
    read(node.memberBlock, in: inner)
  }

  private mutating func read(_ node: ExtensionDeclSyntax) {
    guard let path = TypeExpression(node.extendedType).path else { return }
    let marks = Marks(node.attributes, node.modifiers)
    guard !marks.isHidden else {
      // The compiler writes none of these.
      var reader = InterfaceReader(module: interface.name)
      reader.read(node.memberBlock, in: Place(context: path, isProtocolBody: true))
      interface.demands += reader.interface.declarations
      return
    }
    var place = Place(context: path, isExtension: true)
    place.requirements = GenericSignature(nil, node.genericWhereClause).requirements
    place.availability = marks.availability
    place.isolation = marks.isolation
    addConformances(node.inheritanceClause, in: place)
    read(node.memberBlock, in: place)
  }

  /// - Parameter place: What the type, or the extension of it, gives to its members.
  private mutating func addConformances(_ clause: InheritanceClauseSyntax?, in place: Place) {
    guard let type = place.context else { return }
    for (words, proto) in clause.types.map(\.parts) {
      let conformance = Conformance(
        type: type,
        proto: proto,
        requirements: place.requirements,
        availability: place.availability,
        isolation: words.first { $0.hasPrefix("@") && !Self.words.contains($0) }
      )
      interface.conformances.append(conformance)
    }
  }

  /// Before a protocol, those that are no global actors.
  private static let words: Set = ["@preconcurrency", "@retroactive", "@unchecked", "@unsafe"]
}

extension InheritanceClauseSyntax? {
  var types: [TypeExpression] {
    (self?.inheritedTypes ?? []).map { TypeExpression($0.type) }
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var bareText: String {
    text.hasPrefix("`") ? String(text.dropFirst().dropLast()) : text
  }
}
