package import Base
package import Git
package import ManifestEditor

/// A package dependency with the place in the repository that its path leads to.
@dynamicMemberLookup
package struct LocatedDependency: Hashable, Sendable {
  /// The dependency as the manifest has it.
  package let written: PackageDependency
  /// The folder in the repository, or why there is none; `nil` for a package that is not local.
  package let place: Result<TreePath, OperationError>?

  fileprivate init(_ written: PackageDependency, at place: Result<TreePath, OperationError>?) {
    (self.written, self.place) = (written, place)
  }

  /// - Parameter packagePath: The folder of the package whose manifest has the dependency.
  fileprivate init(_ written: PackageDependency, from packagePath: TreePath) {
    self.written = written
    guard case .path(let path) = written.location else {
      place = nil
      return
    }
    place = Result { () throws(OperationError) in try packagePath.following(path) }
  }

  /// The dependency as running the manifest shows it, with a path from the root of the repository.
  fileprivate init(evaluated: PackageDependency) {
    written = evaluated
    guard case .path(let path) = evaluated.location else {
      place = nil
      return
    }
    let folder = TreePath.isAbsolute(path) ? nil : try? TreePath(path)
    place = folder.map { .success($0) } ?? .failure(.outside(path))
  }

  /// A property of the dependency as it is written.
  package subscript<Value>(dynamicMember member: KeyPath<PackageDependency, Value>) -> Value {
    written[keyPath: member]
  }

  /// The folder in the repository that its path leads to, if it has such a path.
  package var folder: TreePath? { try? place?.get() }

  /// The name by which targets refer to the package, compared without regard to case.
  ///
  /// `nil` for the repository's root: its name is that of the folder of the clone.
  package var referenceName: String? {
    guard written.name == nil, case .path(let path) = written.location else {
      return written.referenceName
    }
    guard let folder else { return PackageDependency.packageName(at: path) }
    return folder.isRoot ? nil : PackageDependency.packageName(at: folder.string)
  }

  /// Whether it names the same package as another dependency, in the same spelling.
  package func leads(to other: LocatedDependency) -> Bool {
    written.location == other.written.location && place == other.place
  }

  /// A key that tells packages apart, however a path is written.
  fileprivate var key: String {
    switch written.location {
    case .path(let path): folder.map { "path \($0)" } ?? "outside \(path)"
    case .url(let url): "url \(url)"
    case .registry(let id): "registry \(id.lowercased())"
    }
  }

  fileprivate var leadsOutside: Bool { place != nil && folder == nil }
}

extension OperationError {
  /// A path of an evaluated dependency.
  fileprivate static func outside(_ path: String) -> OperationError {
    OperationError(
      .outsideRepository,
      "path '\(path)', expected one in the repository",
      help: "move that package into this repository, or depend on a version of it by URL"
    )
  }

  /// A fault of a manifest.
  init(_ code: Code, _ message: String, at position: SourcePosition?, help: String? = nil) {
    self.init(code, message, help: help, at: position.map { SourcePlace(at: $0) })
  }

  func located(at position: SourcePosition) -> OperationError {
    at(SourcePlace(file: place?.file, at: position))
  }

  func located(in file: String) -> OperationError {
    at(SourcePlace(file: file, at: place?.position))
  }
}

/// A manifest with its package's folder in the repository, from which path dependencies lead.
///
/// It is read from its text, and ``completed(by:)`` adds what running it says.
@dynamicMemberLookup
package struct LocatedManifest: Hashable, Sendable {
  /// The manifest without regard to its place.
  package private(set) var manifest: PackageManifest
  /// The package's folder in the repository.
  package let packagePath: TreePath
  /// The package dependencies, in the order of the text; those by path are complete where there are no
  /// ``obstacles``.
  package private(set) var dependencies: [LocatedDependency]
  /// The reasons why some path dependencies could not be read, in the order of the text; none in a
  /// manifest that was not surveyed.
  package private(set) var obstacles: [OperationError]
  /// The reasons why the package manager would refuse the package where others depend on it by version;
  /// as far as the text tells, in its order.
  package private(set) var refusals: [OperationError]
  /// As the text lists them.
  let textDependencies: [LocatedDependency]
  /// The result of running the manifest; `nil` if it was not run.
  private(set) var evaluation: EvaluatedManifest?

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
    do throws(ManifestError) {
      manifest = try PackageManifest(bytes: bytes, fileName: fileName)
    } catch {
      throw OperationError(error)
    }
    self.packagePath = packagePath
    textDependencies = manifest.dependencies.map { LocatedDependency($0, from: packagePath) }
    dependencies = textDependencies
    obstacles = manifest.obstacles.map { OperationError($0) }
    refusals = manifest.refusals.map { OperationError($0) }
  }

  /// A property of the manifest without regard to its place.
  package subscript<Value>(dynamicMember member: KeyPath<PackageManifest, Value>) -> Value {
    manifest[keyPath: member]
  }

  /// Whether the manifest was run.
  package var isEvaluated: Bool { evaluation != nil }

  /// Whether it declares nothing at all, as manifests do that only hide a folder from Xcode.
  package var declaresNothing: Bool {
    manifest.products.isEmpty && manifest.targets.isEmpty && dependencies.isEmpty
      && obstacles.isEmpty && manifest.unread.isEmpty
  }

  /// The folders in the repository that it depends on.
  package var pathDependencies: [TreePath] { dependencies.compactMap(\.folder) }

  /// Whether something that a release needs is computed, so that only running the manifest tells it:
  /// a dependency, what is required of it, what targets use of it, or whether it uses a
  /// folder outside of the repository.
  package var isComputed: Bool {
    if isEvaluated { return false }
    let (sites, computesDependencies) = (manifest.sites, manifest.computesDependencies)
    if !obstacles.isEmpty || computesDependencies { return true }
    if dependencies.contains(where: \.leadsOutside) { return true }
    if dependencies.isEmpty { return false }
    let names = Set(dependencies.compactMap { $0.referenceName?.lowercased() })
    return sites.references.contains { reference in
      guard let value = reference.value else { return true }
      guard names.contains(value.lowercased()), !sites.targetNames.contains(value) else {
        return false
      }
      switch reference.form {
      case .package: return false
      case .literal(isCertain: false): return true
      case .byName, .literal: return sites.computedTargetName != nil
      }
    }
  }

  /// The folders that it depends on only when it is run, so that no text has their paths.
  package var computedPathDependencies: [TreePath] {
    let keys = Set(textDependencies.map(\.key))
    return dependencies.compactMap { keys.contains($0.key) ? nil : $0.folder }
  }

  /// The manifest with what it says when it is run, beside the literal dependencies that it has only
  /// on other systems or under other conditions.
  ///
  /// Literal dependencies on folders outside of the repository are left out: a release cannot contain
  /// them.
  ///
  /// - Parameter evaluated: With paths from the root of the repository.
  package func completed(by evaluated: EvaluatedManifest) -> LocatedManifest {
    var file = self
    file.evaluation = evaluated
    file.manifest = manifest.completed(by: evaluated)
    let found = evaluated.dependencies.map { located(LocatedDependency(evaluated: $0)) }
    let keys = Set(found.map(\.key))
    let others = textDependencies.filter { !keys.contains($0.key) && !$0.leadsOutside }
    file.dependencies = found + others
    file.obstacles = []
    file.refusals = file.manifest.refusals.map { OperationError($0) }
    return file
  }

  /// The manifest as its text shows it, with the reason why it was not run.
  package func blocked(by error: OperationError) -> LocatedManifest {
    var file = self
    file.obstacles = [
      error.located(at: error.place?.position ?? manifest.packagePosition)
        .located(in: manifest.fileName)
    ]
    return file
  }

  /// With the place where the text has it, or the package where it is computed.
  private func located(_ evaluated: LocatedDependency) -> LocatedDependency {
    let written = textDependencies.first { $0.key == evaluated.key }
    var location = written?.written.location ?? evaluated.written.location
    if written == nil, let folder = evaluated.folder {
      location = .path(packagePath.way(to: folder))
    }
    return LocatedDependency(
      PackageDependency(
        name: evaluated.written.name,
        location: location,
        requirement: evaluated.written.requirement,
        position: written?.written.position ?? manifest.packagePosition
      ),
      at: written?.place ?? evaluated.place
    )
  }

  /// The required versions of a package that is not local.
  ///
  /// - Throws: `tooDynamic` if that is computed, or no versions.
  package func requirement(
    of dependency: LocatedDependency
  ) throws(OperationError) -> PackageRequirement {
    if let requirement = dependency.written.requirement { return requirement }
    throw OperationError(
      .tooDynamic,
      "the versions that are required of a component cannot be read",
      at: dependency.written.position,
      help: "write them as string literals, such as 'from: \"1.0.0\"'"
    ).located(in: manifest.fileName)
  }
}

extension LocatedManifest {
  /// The package dependencies that a product's targets use, directly or through other targets.
  ///
  /// - Parameter offered: The names of the products of a package; `nil` if they are not known.
  /// - Returns: `nil` if only running the manifest tells them all.
  package func dependencies(
    ofProduct product: String,
    offered: (LocatedDependency) -> Set<String>?
  ) -> [LocatedDependency]? {
    guard let references = manifest.references(ofProduct: product) else { return nil }
    var used: [LocatedDependency] = []
    for reference in references {
      guard let found = owners(of: reference, offered) else { return nil }
      used += found
    }
    return used
  }

  /// The packages that a name may be of; `nil` if it is that of no package.
  private func owners(
    of reference: TargetDependency.Reference,
    _ offered: (LocatedDependency) -> Set<String>?
  ) -> [LocatedDependency]? {
    let name: String
    switch reference {
    case .product(_, let package?): return named(package)
    case .product(let product, nil), .byName(let product), .target(let product): name = product
    }
    return named(name) ?? dependencies.filter { offered($0)?.contains(name) ?? true }
  }

  private func named(_ package: String) -> [LocatedDependency]? {
    let found = dependencies.filter { dependency in
      // The root of the repository has the name of the clone's folder.
      dependency.referenceName.map { $0.lowercased() == package.lowercased() } ?? true
    }
    return found.isEmpty ? nil : found
  }
}

extension TreePath {
  /// The place in the repository that a path in the manifest of this package leads to.
  ///
  /// Links are not followed; the file system is not looked at.
  ///
  /// - Parameter written: As in `.package(path:)`, relative to the package.
  /// - Throws: `outsideRepository` for a path that is absolute, starts at the home folder or leads
  ///   above the root.
  package func following(_ written: String) throws(OperationError) -> TreePath {
    guard !written.isEmpty, !written.utf8.contains(0) else {
      throw OperationError(
        .malformed,
        "path that is empty or contains a zero byte, expected one relative to the package"
      )
    }
    guard !Self.isAbsolute(written), written.utf8.first != UInt8(ascii: "~"),
      written.utf8.firstRange(of: "://".utf8) == nil
    else {
      throw OperationError(
        .outsideRepository,
        "path '\(written)', expected one relative to the package",
        help: Self.outsideHelp
      )
    }
    guard let names = Self.names(in: written, from: self) else {
      throw OperationError(
        .outsideRepository,
        "path '\(written)' points outside the repository, seen from '\(self)'",
        help: Self.outsideHelp
      )
    }
    do throws(OperationError) {
      return try TreePath(names.joined(separator: "/"))
    } catch {
      throw OperationError(.malformed, error.message)
    }
  }

  private static let outsideHelp =
    "move that package into this repository, or depend on a version of it by URL"
}
