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

  /// From the `// swift-tools-version` line.
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
  /// What running the manifest said; `nil` if it was not run.
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

  /// What others would import: the names of the libraries, or of all products where there is none;
  /// `nil` if some are computed.
  package var offeredProducts: [String]? {
    guard areProductsComplete else { return nil }
    let libraries = products.filter { $0.kind == .library }
    return (libraries.isEmpty ? products : libraries).map(\.name)
  }
}
