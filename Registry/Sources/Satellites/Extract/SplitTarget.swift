import Base
import Content
import Git
import ManifestEditor
import ManifestForms
import Model
import SwiftParser
import SwiftSyntax

/// A target of a package that is taken apart, with what its folder has.
struct SplitTarget: Sendable {
  /// A product of another package that is imported without a dependency.
  struct ImportedProduct: Hashable, Sendable {
    let name: String
    /// As the manifest calls it.
    let package: String
  }

  let target: PackageTarget
  /// The folder of its sources; `nil` for a target without files in the repository.
  let place: Place?
  let scan: SourceScan
  /// The errors that prevent it from moving.
  let faults: [OperationError]
  /// The targets of its package that it depends on.
  var declared: Set<String> = []
  /// The targets of its package that it imports without depending on them.
  var imported: Set<String> = []
  var importedProducts: [ImportedProduct] = []

  struct Place: Hashable, Sendable {
    let folder: TreePath
    let tree: ObjectID
  }

  var name: String { target.name }
  var isTest: Bool { target.kind == .testTarget }
  /// All targets of its package that it needs.
  var needs: Set<String> { declared.union(imported) }

  /// How sources import it.
  var module: String { Self.module(name) }

  static func module(_ target: String) -> String {
    String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

extension SplitTarget {
  /// Reads the folder of a target.
  init(
    _ target: PackageTarget,
    of manifest: LocatedManifest,
    in package: TreePath,
    root: ObjectID,
    _ repository: borrowing Repository
  ) throws {
    self.target = target
    guard
      let place = try Self.place(of: target, manifest, in: package, root: root, repository)
    else {
      place = nil
      scan = SourceScan()
      let needsFolder = target.kind != .binaryTarget
      faults = needsFolder ? [Self.noFolder(target, in: package)] : []
      return
    }
    self.place = place
    let listing = try repository.listing(
      of: place.tree,
      passesOverSubmodules: true,
      checksLinks: false
    )
    var faults = listing.submodules.prefix(1).map { path in
      OperationError(
        .invalidPath,
        "'\(place.folder.appending(path))' is a submodule, whose path git keeps in '.gitmodules' as"
          + " well",
        help: "move it out of the target's folder first with 'git mv', and commit that"
      )
    }
    faults += try repository.linksLeavingTree(among: listing.items).prefix(1).map { link in
      OperationError(
        .linkLeavesFolder,
        "the symbolic link '\(place.folder.appending(link.path))' leads out of the folder of"
          + " '\(target.name)'",
        help: "put the file that it names in its place, and commit that"
      )
    }
    self.faults = faults
    let excluded = target.excludes.compactMap { try? TreePath($0) }
    let sources = listing.items.filter { item in
      item.mode.isFile && item.path.isSwiftSource
        && !excluded.contains { item.path.isInside($0) }
    }
    scan = try SourceScan(
      of: sources.map { (place.folder.appending($0.path), try repository.unverifiedBlob($0.id)) }
    )
  }

  private static func place(
    of target: PackageTarget,
    _ manifest: LocatedManifest,
    in package: TreePath,
    root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Place? {
    if target.kind == .binaryTarget, target.path == nil { return nil }
    if let path = target.path {
      let folder = try package.following(path: path, of: target.name)
      return try place(at: folder, root: root, repository)
    }
    for usual in usualFolders(of: target.kind) {
      let folder = package.appending(TreePath(unchecked: "\(usual)/\(target.name)"))
      if let place = try place(at: folder, root: root, repository) { return place }
    }
    // A single target may have its files right in the usual folder.
    let alike = manifest.targets.filter {
      usualFolders(of: $0.kind) == usualFolders(of: target.kind)
    }
    guard alike.count == 1, manifest.toolsVersion >= ToolsVersion(5, 9) else { return nil }
    let usual = TreePath(unchecked: usualFolders(of: target.kind)[0])
    return try place(at: package.appending(usual), root: root, repository)
  }

  private static func place(
    at folder: TreePath,
    root: ObjectID,
    _ repository: borrowing Repository
  ) throws -> Place? {
    if folder.isRoot { return Place(folder: folder, tree: root) }
    guard let entry = try repository.entry(at: folder, in: root), entry.mode == .tree else {
      return nil
    }
    return Place(folder: folder, tree: entry.id)
  }

  /// Where the package manager looks for a target that names no folder.
  static func usualFolders(of kind: PackageTarget.Kind) -> [String] {
    let sources = ["Sources", "Source", "src", "srcs"]
    return switch kind {
    case .testTarget: ["Tests"] + sources
    case .plugin: ["Plugins"]
    default: sources
    }
  }

  private static func noFolder(_ target: PackageTarget, in package: TreePath) -> OperationError {
    OperationError(
      .notAFolder,
      "the newest commit has no folder of the target '\(target.name)'",
      help: "commit its files first",
      context: package.appending(.packageManifest).string
    )
  }
}

extension TreePath {
  /// The folder that `path:` of a target names.
  fileprivate func following(path: String, of target: String) throws(OperationError) -> TreePath {
    if !Self.isAbsolute(path), let names = Self.names(in: path, from: self) {
      if names.isEmpty, isRoot { return .root }
      if let folder = try? TreePath(names.joined(separator: "/")), folder.isInside(self) {
        return folder
      }
    }
    throw OperationError(
      .invalidPath,
      "the path '\(path)' of the target '\(target)' leads out of its package",
      help: "move its files into the package first, and commit that"
    )
  }
}

/// The parts of a target's Swift sources that matter at the border of a package: the modules that
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
  /// The names of `package` declarations, with the place of one of each.
  fileprivate(set) var packageNames: [String: Place] = [:]
  /// The names that the sources declare themselves.
  fileprivate(set) var declared: Set<String> = []
  /// All words outside of comments and strings.
  fileprivate(set) var words: Set<String> = []

  init() {}

  init(of sources: [(file: TreePath, bytes: [UInt8])]) throws(OperationError) {
    self = try unifyingErrors {
      try Self.threads.run {
        let scanner = SourceScanner(viewMode: .sourceAccurate)
        for source in sources { scanner.read(source.bytes, of: source.file) }
        return scanner.found
      }
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
