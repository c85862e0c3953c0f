/// The declarations of a public interface by their names, as far as the digester does not compare
/// them itself.
struct InterfaceDeclarations {
  struct Text: Decodable {
    let ABIRoot: Node
  }

  struct Node: Decodable {
    let kind: String
    let declKind: String?
    let printedName: String
    let usr: String?
    let moduleName: String?
    let genericSig: String?
    let superclassUsr: String?
    let deprecated: Bool?
    let protocolReq: Bool?
    let children: [Node]?
    let conformances: [Node]?
  }

  /// A name that several declarations may share.
  struct Name: Hashable {
    let module: String
    let kind: String
    let path: String
  }

  struct Declaration: Hashable {
    let usr: String
    let isDeprecated: Bool
    let isRequirement: Bool
    /// How many function types in its own type are async.
    let asyncArguments: Int
  }

  private(set) var declarations: [Name: [Declaration]] = [:]
  /// The modules that come along with each module.
  private(set) var exports: Set<Name> = []
  private(set) var usedModules: Set<String> = []

  init(_ root: Node) {
    for node in root.children ?? [] { add(node, below: "") }
  }

  private mutating func add(_ node: Node, below path: String) {
    use(node)
    let module = node.moduleName ?? ""
    if node.kind == "Import" {
      exports.insert(Name(module: module, kind: "import", path: node.printedName))
      return
    }
    guard let kind = node.declKind else {
      for child in node.children ?? [] { add(child, below: path) }
      return
    }
    let place = path.isEmpty ? node.printedName : "\(path).\(node.printedName)"
    if let usr = node.usr {
      declarations[Name(module: module, kind: kind, path: place), default: []].append(
        Declaration(
          usr: usr,
          isDeprecated: node.deprecated ?? false,
          isRequirement: node.protocolReq ?? false,
          asyncArguments: (node.children ?? []).reduce(0) { count, child in
            child.declKind == nil ? count + child.printedName.ranges(of: " async").count : count
          }
        )
      )
    }
    for child in node.children ?? [] { add(child, below: place) }
  }

  private mutating func use(_ node: Node) {
    for usr in [node.usr, node.superclassUsr] {
      if let module = usr.flatMap(DeclarationName.module) { usedModules.insert(module) }
    }
    for conformance in node.conformances ?? [] { use(conformance) }
    for child in node.conformances?.flatMap({ $0.children ?? [] }) ?? [] { use(child) }
    for match in (node.genericSig ?? "").matches(of: /([A-Za-z_][A-Za-z0-9_]*)\./) {
      usedModules.insert(String(match.output.1))
    }
  }
}
