package import Base
package import Git
internal import SwiftSyntax

/// A package that a manifest depends on.
package struct PackageDependency: Hashable, Sendable {
  /// The origin of a package.
  package enum Location: Hashable, Sendable {
    /// A folder, as the manifest writes it and as a path in the repository (or why it is none).
    case path(String, resolved: Result<TreePath, OperationError>)

    /// A repository of its own.
    case url(String)

    /// A registry's identity, `scope.name`.
    case registry(String)
  }

  /// The `name:` argument, under which targets refer to the package in place of its identity.
  package let name: String?

  /// The origin of the package.
  package let location: Location

  /// The required versions of a package that is not local; `nil` if they are computed, or if a
  /// branch or revision is required.
  package let requirement: PackageRequirement?

  /// The place of the dependency in the manifest.
  package let position: SourcePosition

  /// The name by which targets refer to the package, compared without regard to case.
  ///
  /// `nil` for the repository's root: its name is that of the folder of the clone.
  package var referenceName: String? {
    if let name { return name }
    switch location {
    case .registry(let id):
      return id
    case .url(let location):
      return Self.lastName(of: location)
    case .path(let written, let resolved):
      guard let path = try? resolved.get() else { return Self.lastName(of: written) }
      return path.isRoot ? nil : Self.lastName(of: path.string)
    }
  }

  private static func lastName(of location: String) -> String {
    let name = TreePath.names(in: location).last ?? ""
    return String(name.hasSuffix(".git") ? name.dropLast(4) : name)
  }
}

extension PackageDependency {
  /// The component that it leads to; `nil` for another package.
  fileprivate func component(
    in components: [TreePath: PublishedComponent],
    _ repositories: [String: PublishedComponent]
  ) throws(OperationError) -> PublishedComponent? {
    switch location {
    case .registry: return nil
    case .url(let url): return repositories[url]
    case .path(_, .failure(let error)): throw error.located(at: position)
    case .path(let written, .success(let path)):
      if let component = components[path] { return component }
      throw OperationError(
        .unknownComponent,
        "path '\(written)' points to '\(path)', which is not a component",
        at: position
      )
    }
  }
}

extension [PackageDependency] {
  /// The components that they lead to, by their places in the list, and why others cannot be published.
  func meanings(
    _ components: [TreePath: PublishedComponent],
    _ repositories: [String: PublishedComponent]
  ) -> (published: [Int: PublishedComponent], faults: [OperationError]) {
    var published: [Int: PublishedComponent] = [:]
    var faults: [OperationError] = []
    for (index, dependency) in enumerated() {
      do throws(OperationError) {
        published[index] = try dependency.component(in: components, repositories)
      } catch {
        faults.append(error)
      }
    }
    return (published, faults)
  }
}

extension RewritingSites.Reference {
  /// The component that it names, whatever it needs of it; `nil` for none.
  func component(
    in manifest: PackageManifestFile,
    _ references: PackageReferences
  ) throws(OperationError) -> PublishedComponent? {
    guard let value else { return nil }
    if case .package = form { return try references.component(named: value) }
    return manifest.sites.targetNames.contains(value)
      ? nil : try references.component(byName: value)
  }
}

extension PublishedComponent {
  /// Throws for what is not one of its products, as far as they are known.
  func require(product: String) throws(OperationError) {
    guard let products, !products.contains(product) else { return }
    let known = products.sorted().map { "'\($0)'" }.joined(separator: ", ")
    throw OperationError(
      .unknownProduct,
      "'\(product)' is not a product of '\(name)', expected"
        + " \(known.isEmpty ? "none" : known)",
      help: "correct the name, or add the product to '\(name)'"
    )
  }
}

/// The versions of a package that a manifest requires, as it writes them.
package enum PackageRequirement: Hashable, Sendable {
  case exact(String)
  case from(String)
  case upToNextMinor(String)
  case range(String, String)
  case closedRange(String, String)
}

extension ManifestReader {
  /// The requirement after the place of a dependency; `nil` if it is computed, or no versions.
  func requirement(_ argument: LabeledExprSyntax?) -> PackageRequirement? {
    guard let argument else { return nil }
    switch argument.label?.bareText {
    case "from": return constants.value(of: argument.expression).map { .from($0) }
    case "exact": return constants.value(of: argument.expression).map { .exact($0) }
    case nil: break
    default: return nil
    }
    if let call = argument.expression.as(FunctionCallExprSyntax.self),
      let name = call.calleeName?.bareText, let lower = call.arguments.first,
      let version = constants.value(of: lower.expression)
    {
      switch name {
      case "exact": return .exact(version)
      case "upToNextMajor": return .from(version)
      case "upToNextMinor": return .upToNextMinor(version)
      default: return nil
      }
    }
    guard let range = argument.expression.as(SequenceExprSyntax.self) else { return nil }
    let parts = Array(range.elements)
    guard parts.count == 3, let between = parts[1].as(BinaryOperatorExprSyntax.self),
      let lower = constants.value(of: parts[0]), let upper = constants.value(of: parts[2])
    else { return nil }
    switch between.operator.text {
    case "..<": return .range(lower, upper)
    case "...": return .closedRange(lower, upper)
    default: return nil
    }
  }
}

extension PackageManifestFile {
  /// The required versions of a package that is not local.
  ///
  /// - Throws: `tooDynamic` if that is computed, or no versions.
  package func requirement(
    of dependency: PackageDependency
  ) throws(OperationError) -> PackageRequirement {
    if let requirement = dependency.requirement { return requirement }
    throw OperationError(
      .tooDynamic,
      "the versions that are required of a component cannot be read",
      at: dependency.position,
      help: "write them as string literals, such as 'from: \"1.0.0\"'"
    ).located(in: fileName)
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
