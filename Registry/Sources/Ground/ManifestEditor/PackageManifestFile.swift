package import Base
package import Git

/// The contents of a `Package.swift` or `Package@swift-*.swift`, parsed from its text and not
/// run, except where ``completed(by:)`` adds what running it says.
///
/// Dependencies, targets and products are all that occur in the text, under any
/// condition: what is listed for one platform or setting is listed here.
package struct PackageManifestFile: Hashable, Sendable {
  /// `Package.swift`, or another name that errors are to carry.
  package let fileName: String

  /// The version in the `// swift-tools-version` line.
  package let toolsVersion: ToolsVersion

  /// `nil` where it is computed.
  package internal(set) var name: String?

  /// In the order of the text.
  package internal(set) var products: [PackageProduct]

  /// In the order of the text.
  package internal(set) var targets: [PackageTarget]

  /// In the order of the text; path dependencies are complete where there are no ``obstacles``.
  package internal(set) var dependencies: [PackageDependency]

  /// The lowest version of each platform, by the name of the function that makes it, such as `iOS`.
  package let platforms: [String: String]

  /// The traits that clients can choose, in the order of the text.
  package let traits: [String]

  /// The traits that are on for clients that choose none.
  package let defaultTraits: Set<String>

  /// The traits that are on with another one, by its name.
  package let enabledTraits: [String: Set<String>]

  /// Why some path dependencies could not be read, in the order of the text; none in a manifest that
  /// was not surveyed.
  package internal(set) var obstacles: [OperationError]

  /// The places of what only running the manifest would tell, and reading it can do without.
  package internal(set) var unread: [SourcePosition]

  /// Why the package manager would refuse the package where others depend on it by version; as far
  /// as the text tells, in its order.
  package internal(set) var refusals: [OperationError]

  let bytes: [UInt8]
  /// The package's folder in the repository.
  let packagePath: TreePath
  /// Where the package is declared.
  let packagePosition: SourcePosition
  /// The variable that has the package; `nil` if none has it.
  let packageVariable: String?
  /// Their indices are those of ``textDependencies``, ``textTargets`` and ``textProducts``.
  let sites: RewritingSites
  /// As the text lists them.
  let textDependencies: [PackageDependency]
  let textTargets: [PackageTarget]
  let textProducts: [PackageProduct]
  var areProductsComplete: Bool
  /// Whether the location of a dependency, or what is required of it, is computed.
  let computesDependencies: Bool
  /// Whether statements may add dependencies to targets after their declarations.
  var changesTargets: Bool
  /// The result of running the manifest; `nil` if it was not run.
  var evaluation: EvaluatedManifest?

  /// Whether the manifest was run.
  package var isEvaluated: Bool { evaluation != nil }

  /// Whether it declares nothing at all, as manifests do that only hide a folder from Xcode.
  package var declaresNothing: Bool {
    products.isEmpty && targets.isEmpty && dependencies.isEmpty && obstacles.isEmpty
      && unread.isEmpty
  }

  /// Reads a manifest.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes, at most 256 KiB of them.
  ///   - packagePath: The package's folder in the repository.
  /// - Throws: `malformed` and `invalidToolsVersion` for what is no manifest, `tooDynamic` for a
  ///   path dependency that is computed.
  package init(
    bytes: [UInt8],
    fileName: String = "Package.swift",
    packagePath: TreePath
  ) throws(OperationError) {
    try self.init(surveying: bytes, fileName: fileName, packagePath: packagePath)
    if let obstacle = obstacles.first { throw obstacle }
  }

  /// Reads a manifest, computed path dependencies or not.
  ///
  /// - Throws: `malformed` and `invalidToolsVersion` for what is not a manifest.
  package init(
    surveying bytes: [UInt8],
    fileName: String = "Package.swift",
    packagePath: TreePath
  ) throws(OperationError) {
    do throws(OperationError) {
      self = try ParsingThreads.shared.run { () throws(OperationError) in
        try PackageManifestFile(reading: bytes, fileName: fileName, packagePath: packagePath)
      }
    } catch {
      throw error.located(in: fileName)
    }
  }

  private init(
    reading bytes: [UInt8],
    fileName: String,
    packagePath: TreePath
  ) throws(OperationError) {
    let syntax = try ManifestSyntax(bytes: bytes)
    toolsVersion = try ToolsVersion(manifest: syntax.source)
    let reader = try ManifestReader(syntax, packagePath: packagePath)
    self.fileName = fileName
    self.bytes = bytes
    name = reader.name
    products = reader.products
    targets = reader.targets
    dependencies = reader.dependencies
    platforms = reader.platforms
    traits = reader.traits
    defaultTraits = reader.defaultTraits
    enabledTraits = reader.enabledTraits
    unread = reader.unread.sorted()
    refusals = reader.refusals.map { $0.located(in: fileName) }
    obstacles = reader.obstacles.map { $0.located(in: fileName) }
    sites = reader.sites
    (textDependencies, textTargets) = (reader.dependencies, reader.targets)
    textProducts = reader.products
    areProductsComplete = reader.areProductsComplete
    computesDependencies = reader.computesDependencies
    changesTargets = reader.changesTargets
    self.packagePath = packagePath
    packagePosition = reader.packagePosition
    packageVariable = reader.packageVariable
  }

  /// The folders in the repository that it depends on.
  package var pathDependencies: [TreePath] {
    dependencies.compactMap { dependency in
      if case .path(_, .success(let path)) = dependency.location { path } else { nil }
    }
  }

  /// The names that others may use as products; `nil` if some are computed.
  ///
  /// Executable targets are products even where none is declared for them.
  package var productNames: Set<String>? {
    guard areProductsComplete else { return nil }
    let executables = targets.filter { $0.kind == .executableTarget }.map(\.name)
    return Set(products.map(\.name) + executables)
  }

  /// The names that other packages would use: the libraries, or all products if there is no
  /// library; `nil` if some are computed.
  package var offeredProducts: [String]? {
    guard areProductsComplete else { return nil }
    let libraries = products.filter { $0.kind == .library }
    return (libraries.isEmpty ? products : libraries).map(\.name)
  }
}

extension OperationError {
  /// A fault of a manifest.
  init(_ code: Code, _ message: String, at position: SourcePosition?, help: String? = nil) {
    self.init(code, message, help: help, at: position.map { SourcePlace(at: $0) })
  }

  static func syntaxError(at position: SourcePosition) -> OperationError {
    OperationError(
      .malformed,
      "syntax error",
      at: position,
      help: "'swift package dump-package' says what the compiler expects there"
    )
  }

  /// - Parameter kind: `branch` or `revision`.
  static func unversioned(_ kind: String, at position: SourcePosition) -> OperationError {
    OperationError(
      .unversionedDependency,
      "dependency by \(kind): a package that is released cannot depend on one that is not",
      at: position,
      help: "depend on a version of it, with 'from:' or 'exact:'"
    )
  }

  func located(at position: SourcePosition) -> OperationError {
    at(SourcePlace(file: place?.file, at: position))
  }

  func located(in file: String) -> OperationError {
    at(SourcePlace(file: file, at: place?.position))
  }
}

extension PackageManifestFile {
  /// Adds an element to the dependencies of the package.
  func dependencyEdits(
    _ element: String,
    _ isRemoved: (RewritingSites.Span) -> Bool
  ) throws(OperationError) -> [SourceEdit] {
    let arguments = sites.packageArguments
    if let list = arguments.dependencies {
      guard let last = list.elements.last(where: { !isRemoved($0.span) }) else {
        let lines = list.elements.first.flatMap { indentation(of: $0.span.offset) }
        let text = lines.map { "\n\($0)\(element)," } ?? element
        return [SourceEdit(inserting: text, at: list.start)]
      }
      guard let indentation = indentation(of: last.span.offset) else {
        return [SourceEdit(inserting: ", \(element)", at: last.span.end)]
      }
      let (end, line) = (endOfLine(from: last.span.end), "\n\(indentation)\(element),")
      if last.hasComma { return [SourceEdit(inserting: line, at: end)] }
      return last.span.end == end
        ? [SourceEdit(inserting: "," + line, at: end)]
        : [SourceEdit(inserting: ",", at: last.span.end), SourceEdit(inserting: line, at: end)]
    }
    if !arguments.hasDependencies, let targets = arguments.targets {
      // Further ones are lines of their own.
      let list = indentation(of: targets).map { "[\n\($0)  \(element),\n\($0)],\n\($0)" }
      return [SourceEdit(inserting: "dependencies: " + (list ?? "[\(element)], "), at: targets)]
    }
    guard let packageVariable else {
      throw OperationError(
        .tooDynamic,
        "the package has no list of dependencies that another one could be added to",
        at: packagePosition,
        help: "write 'let package = Package(…)' with 'dependencies: […]'"
      ).located(in: fileName)
    }
    let start = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    let text = "\(start)\(packageVariable).dependencies.append(\(element))\n"
    return [SourceEdit(inserting: text, at: bytes.count)]
  }

  /// The spaces before what starts its line; `nil` if something else is before it.
  private func indentation(of offset: Int) -> String? {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let spaces = bytes[..<offset].reversed().prefix(while: isSpace)
    let start = offset - spaces.count
    guard start == 0 || bytes[start - 1] == UInt8(ascii: "\n") else { return nil }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func endOfLine(from offset: Int) -> Int {
    let end = bytes[offset...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    return end ?? bytes.count
  }
}

extension PackageManifestFile {
  /// The edits after which the manifest names the package at the root of the repository as its targets
  /// do, which is otherwise called by the folder of the clone.
  package var namingRoot: [SourceEdit] {
    let sites = sites.pathDependencies.filter { site in
      let dependency = textDependencies[site.index]
      guard case .path(_, .success(let path)) = dependency.location else { return false }
      return path.isRoot && dependency.name == nil
    }
    guard !isEvaluated, !sites.isEmpty else { return [] }
    let others = Set(textDependencies.compactMap { $0.referenceName?.lowercased() })
    let names = self.sites.references.compactMap { reference -> String? in
      guard case .package = reference.form, let value = reference.value else { return nil }
      return others.contains(value.lowercased()) ? nil : value
    }
    guard let name = names.first, Set(names.map { $0.lowercased() }).count == 1 else { return [] }
    return sites.map { site in
      SourceEdit(inserting: "name: \"\(name)\", ", at: site.location.offset)
    }
  }

  /// The edits after which the manifest depends by path on packages that it names by URL.
  ///
  /// - Parameters:
  ///   - folder: The package's own.
  ///   - places: The folders of packages by their URLs, as the manifest writes them.
  package func localForm(
    of folder: TreePath,
    _ places: [String: TreePath]
  ) -> [SourceEdit] {
    if isEvaluated { return appendedLocalForm(of: folder, places) }
    var edits: [SourceEdit] = []
    var folderNames: [String: String] = [:]
    for site in sites.urlDependencies {
      let dependency = textDependencies[site.index]
      guard case .url(let url) = dependency.location, let place = places[url] else { continue }
      let start = site.location.offset
      let end = site.requirement?.end ?? site.location.end
      let span = RewritingSites.Span(offset: start, length: end - start)
      edits.append(span.replaced(by: "path: \"\(folder.way(to: place))\""))
      if dependency.name == nil, let name = dependency.referenceName?.lowercased() {
        folderNames[name] = String(place.name)
      }
    }
    for reference in sites.references {
      guard case .package = reference.form, let value = reference.value?.lowercased(),
        let name = folderNames[value]
      else { continue }
      edits += reference.edits(naming: name)
    }
    return edits.sorted { $0.offset < $1.offset }
  }

  /// The same where the dependencies are computed.
  private func appendedLocalForm(
    of folder: TreePath,
    _ places: [String: TreePath]
  ) -> [SourceEdit] {
    var replacements: [AppendedCode.Replacement] = []
    for dependency in dependencies {
      guard case .url(let url) = dependency.location, let place = places[url],
        let name = dependency.referenceName?.lowercased(),
        !replacements.contains(where: { $0.names.contains(name) })
      else { continue }
      replacements.append(
        AppendedCode.Replacement(
          names: [name],
          arguments: "path: \"\(folder.way(to: place))\"",
          package: String(place.name)
        )
      )
    }
    // What older versions of the package manager cannot replace is fetched from the URL.
    guard !replacements.isEmpty, let packageVariable,
      toolsVersion >= AppendedCode.oldestToolsVersion
    else { return [] }
    let code = AppendedCode(
      comment: "registry: in this checkout, the packages are beside this one.",
      variable: packageVariable,
      toolsVersion: toolsVersion,
      replacesPaths: false,
      replacements: replacements
    )
    return [code.edit(of: bytes)]
  }
}

extension PackageManifestFile {
  /// The package dependencies that a product's targets use, directly or through other targets.
  ///
  /// - Parameter offered: The names of the products of a package; `nil` if they are not known.
  /// - Returns: `nil` if only running the manifest tells them all.
  package func dependencies(
    ofProduct product: String,
    offered: (PackageDependency) -> Set<String>?
  ) -> [PackageDependency]? {
    guard !changesTargets, let start = targets(ofProduct: product) else { return nil }
    var open = start
    var seen: Set<String> = []
    var references: Set<TargetDependency.Reference> = []
    while let name = open.popLast() {
      guard seen.insert(name).inserted else { continue }
      let found = targets.filter { $0.name == name }
      guard !found.isEmpty, !found.contains(where: \.computesDependencies) else { return nil }
      for reference in found.flatMap(\.references) {
        switch reference {
        case .target(let name): open.append(name)
        case .byName(let name) where sites.targetNames.contains(name): open.append(name)
        case .byName, .product: references.insert(reference)
        }
      }
    }
    var used: [PackageDependency] = []
    for reference in references {
      guard let found = owners(of: reference, offered) else { return nil }
      used += found
    }
    return used
  }

  /// `nil` if only running the manifest tells them all.
  private func targets(ofProduct name: String) -> [String]? {
    if let product = products.first(where: { $0.name == name }) {
      return product.computesTargets ? nil : product.targets
    }
    // An executable target is a product without a declaration.
    return targets.contains { $0.name == name && $0.kind == .executableTarget } ? [name] : nil
  }

  /// The packages that a name may be of; `nil` if it is that of no package.
  private func owners(
    of reference: TargetDependency.Reference,
    _ offered: (PackageDependency) -> Set<String>?
  ) -> [PackageDependency]? {
    let name: String
    switch reference {
    case .product(_, let package?): return named(package)
    case .product(let product, nil), .byName(let product), .target(let product): name = product
    }
    return named(name) ?? dependencies.filter { offered($0)?.contains(name) ?? true }
  }

  private func named(_ package: String) -> [PackageDependency]? {
    let found = dependencies.filter { dependency in
      // The root of the repository has the name of the clone's folder.
      dependency.referenceName.map { $0.lowercased() == package.lowercased() } ?? true
    }
    return found.isEmpty ? nil : found
  }
}

extension PackageTarget {
  fileprivate var references: [TargetDependency.Reference] {
    dependencies.map(\.reference)
      + plugins.map { plugin in
        plugin.package.map { .product(plugin.name, package: $0) } ?? .byName(plugin.name)
      }
  }
}
