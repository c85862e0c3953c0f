/// The contents of a `Package.swift` or `Package@swift-*.swift`, parsed from its text and not run.
///
/// Dependencies, targets and products are all that occur in the text, under any condition: what is
/// listed for one platform or setting is listed here. What only running the manifest tells is
/// missing; ``completed(by:)`` adds it.
public struct PackageManifest: Hashable, Sendable {
  /// `Package.swift`, or another name that errors are to carry.
  public let fileName: String

  /// The text, in UTF-8.
  public let bytes: [UInt8]

  /// The version in the `// swift-tools-version` line.
  public let toolsVersion: ToolsVersion

  /// The name of the package; `nil` where it is computed.
  public internal(set) var name: String?

  /// The products, in the order of the text.
  public internal(set) var products: [PackageProduct]

  /// The targets, in the order of the text.
  public internal(set) var targets: [PackageTarget]

  /// The package dependencies, in the order of the text; those by path are complete where there are no
  /// ``obstacles``.
  public internal(set) var dependencies: [PackageDependency]

  /// The lowest version of each platform, by the name of the function that makes it, such as `iOS`.
  public let platforms: [String: String]

  /// The traits that clients can choose, in the order of the text.
  public let traits: [String]

  /// The traits that are on for clients that choose none.
  public let defaultTraits: Set<String>

  /// The traits that are on with another one, by its name.
  public let enabledTraits: [String: Set<String>]

  /// The reasons why some path dependencies could not be read, in the order of the text; each has the
  /// code `computed-path`.
  public internal(set) var obstacles: [ManifestError]

  /// The places of what only running the manifest would tell, and reading it can do without.
  public internal(set) var unread: [SourcePosition]

  /// The reasons why the package manager would refuse the package where others depend on it by version;
  /// as far as the text tells, in its order.
  public internal(set) var refusals: [ManifestError]

  /// The place of `Package(…)`.
  public let packagePosition: SourcePosition

  /// The global variable that has the package; `nil` if none has it.
  public let packageVariable: String?

  /// The places in the text that edits change.
  public let sites: ManifestSites

  /// The package dependencies as the text lists them, also after ``completed(by:)``.
  public let textDependencies: [PackageDependency]

  /// The targets as the text lists them, also after ``completed(by:)``.
  public let textTargets: [PackageTarget]

  /// Whether the location of a dependency by URL or identity, or what is required of it, is computed.
  public let computesDependencies: Bool

  let textProducts: [PackageProduct]
  var areProductsComplete: Bool
  /// Whether statements may add dependencies to targets after their declarations.
  var changesTargets: Bool

  /// Reads a manifest.
  ///
  /// It takes at most ten seconds, whatever the bytes are: a text made to exhaust the parser is refused.
  ///
  /// - Parameter bytes: Any bytes, at most 256 KiB of them.
  /// - Throws: `malformed` and `invalid-tools-version` for what is not a manifest, `parser-busy` for one
  ///   that takes too long.
  public init(bytes: [UInt8], fileName: String = "Package.swift") throws(ManifestError) {
    do throws(ManifestError) {
      self = try ParsingThreads.shared.run { () throws(ManifestError) in
        try PackageManifest(reading: bytes, fileName: fileName)
      }
    } catch {
      throw error.located(in: fileName)
    }
  }

  private init(reading bytes: [UInt8], fileName: String) throws(ManifestError) {
    let syntax = try ManifestSyntax(bytes: bytes)
    toolsVersion = try ToolsVersion(manifest: syntax.source)
    let reader = try ManifestReader(syntax)
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
    packagePosition = reader.packagePosition
    packageVariable = reader.packageVariable
  }

  /// The manifest with what it says when it is run: the name, products, targets and dependencies.
  ///
  /// A dependency by branch or revision that only the run shows is one of the ``refusals``.
  public func completed(by evaluated: EvaluatedManifest) -> PackageManifest {
    var manifest = self
    manifest.name = evaluated.name
    manifest.products = evaluated.products
    manifest.targets = evaluated.targets
    manifest.dependencies = evaluated.dependencies
    (manifest.areProductsComplete, manifest.changesTargets) = (true, false)
    (manifest.obstacles, manifest.unread) = ([], [])
    let isKnown = refusals.contains { $0.code == .unversionedDependency }
    if !isKnown, let unversioned = evaluated.dependencies.first(where: \.isUnversioned) {
      let written = textDependencies.first { $0.location == unversioned.location }
      manifest.refusals.append(
        .unversioned("branch or revision", at: written?.position ?? packagePosition)
          .located(in: fileName)
      )
    }
    return manifest
  }

  /// The first place that has the text in quotes.
  public func position(ofLiteral text: String) -> SourcePosition? {
    let quoted = Array("\"\(text)\"".utf8)
    guard let range = bytes.firstRange(of: quoted) else { return nil }
    return LineTable(bytes).position(at: range.lowerBound)
  }
}

extension PackageDependency {
  /// Whether an evaluated dependency is required by branch or revision.
  fileprivate var isUnversioned: Bool {
    if case .url = location { requirement == nil } else { false }
  }
}

extension PackageManifest {
  /// The names that others may use as products; `nil` if some are computed.
  ///
  /// Executable targets are products even where none is declared for them.
  public var productNames: Set<String>? {
    guard areProductsComplete else { return nil }
    let executables = targets.filter { $0.kind == .executableTarget }.map(\.name)
    return Set(products.map(\.name) + executables)
  }

  /// The names that other packages would use: the libraries, or all products if there is no
  /// library; `nil` if some are computed.
  public var offeredProducts: [String]? {
    guard areProductsComplete else { return nil }
    let libraries = products.filter { $0.kind == .library }
    return (libraries.isEmpty ? products : libraries).map(\.name)
  }

  /// The targets that the products have, directly or through others; all but tests where some
  /// products are computed.
  public var productTargets: [PackageTarget] {
    guard let products = productNames, !products.isEmpty else {
      return targets.filter { $0.kind != .testTarget }
    }
    var open = self.products.flatMap(\.targets)
    open += targets.filter { $0.kind == .executableTarget }.map(\.name)
    var found: Set<String> = []
    while let name = open.popLast() {
      guard found.insert(name).inserted else { continue }
      for target in targets where target.name == name { open += target.ownDependencies }
    }
    return targets.filter { found.contains($0.name) }
  }

  /// The names by which a product's targets use other packages, directly or through other targets.
  ///
  /// - Returns: `nil` if only running the manifest tells all of them.
  public func references(ofProduct product: String) -> Set<TargetDependency.Reference>? {
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
    return references
  }

  /// `nil` if only running the manifest tells them all.
  private func targets(ofProduct name: String) -> [String]? {
    if let product = products.first(where: { $0.name == name }) {
      return product.computesTargets ? nil : product.targets
    }
    // An executable target is a product without a declaration.
    return targets.contains { $0.name == name && $0.kind == .executableTarget } ? [name] : nil
  }
}
