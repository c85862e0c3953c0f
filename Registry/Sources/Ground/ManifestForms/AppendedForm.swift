import Base
import Git
import ManifestEditor

/// The published form of a manifest that was run, since its dependencies are computed.
///
/// Code behind it replaces them. What needs components that are left out is still taken out of the
/// text.
struct AppendedForm: ManifestForm {
  private let manifest: LocatedManifest
  private let evaluation: EvaluatedManifest
  private let scope: String
  private let references: PackageReferences
  private let omitted: OmittedParts
  /// The components that the manifest depends on, by the index of the dependency in the manifest.
  private let published: [Int: PublishedComponent]
  /// The packages of products that targets name alone.
  private var products: [String: String] = [:]
  /// The targets as running the published form shows them.
  private var targets: [PackageTarget] = []
  private(set) var faults: [OperationError]
  private(set) var omissionFaults: [OperationError]

  init(
    _ manifest: LocatedManifest,
    _ evaluation: EvaluatedManifest,
    scope: String,
    components: [TreePath: PublishedComponent],
    repositories: [String: PublishedComponent]
  ) {
    (self.manifest, self.evaluation, self.scope) = (manifest, evaluation, scope)
    let references = PackageReferences(
      manifest.dependencies,
      components: components,
      repositories: repositories
    )
    self.references = references
    (published, faults) = manifest.dependencies.meanings(components, repositories)
    let textual = manifest.textDependencies.meanings(components, repositories).published
    omitted = OmittedParts(of: manifest, textual) { reference in
      try? reference.component(in: manifest, references)
    }
    omissionFaults = omitted.faults
    findReplaced(literal: textual)
    faults += omissionFaults
  }

  var replaced: SourcePosition? {
    manifest.dependencies.indices.first { published[$0].map { !$0.isOmitted } ?? false }
      .map { manifest.dependencies[$0].position }
  }

  var edits: [SourceEdit] {
    let cuts = omitted.spans.map { $0.replaced(by: "") }.sorted { $0.offset < $1.offset }
    let replacements = replacements
    guard let variable = manifest.packageVariable, !replacements.isEmpty else { return cuts }
    let code = AppendedCode(
      comment: "registry: a release names the packages of its own repository without their paths.",
      variable: variable,
      toolsVersion: manifest.toolsVersion,
      replacesPaths: true,
      replacements: replacements,
      products: products
    )
    return cuts + [code.edit(of: manifest.bytes)]
  }

  /// One for each component, in the order of the manifest.
  private var replacements: [AppendedCode.Replacement] {
    var order: [PublishedComponent] = []
    var names: [String: Set<String>] = [:]
    for (index, dependency) in manifest.dependencies.enumerated() {
      guard let component = published[index], !component.isOmitted,
        let name = dependency.referenceName?.lowercased()
      else { continue }
      if names[component.name] == nil { order.append(component) }
      names[component.name, default: []].insert(name)
    }
    return order.map { component in
      AppendedCode.Replacement(
        names: names[component.name] ?? [],
        arguments: "id: \"\(component.identity(in: scope))\", \(component.requirement)",
        package: component.identity(in: scope)
      )
    }
  }

  /// Follows what targets use, and finds what cannot be published.
  private mutating func findReplaced(literal: [Int: PublishedComponent]) {
    let isNeeded = published.values.contains { !$0.isOmitted }
    if isNeeded, manifest.packageVariable == nil {
      faults.append(
        OperationError(
          .tooDynamic,
          "the package has no name by which its computed dependencies could be replaced",
          at: manifest.packagePosition,
          help: "write 'let package = Package(…)'"
        )
      )
    }
    let literal = Set(literal.values.filter(\.isOmitted).map(\.name))
    for (index, dependency) in manifest.dependencies.enumerated() {
      guard let component = published[index], component.isOmitted,
        !literal.contains(component.name)
      else { continue }
      omissionFaults.append(.computed(component, at: dependency.position))
    }
    let cut = Set(omitted.targets.map { manifest.textTargets[$0].name })
    let own = Set(evaluation.targets.map(\.name))
    for target in evaluation.targets where !cut.contains(target.name) {
      do throws(OperationError) {
        targets.append(try released(target, besides: own))
      } catch {
        let fault = error.located(at: manifest.packagePosition)
        let isOfOmission = [.privateComponent, .dependencyCycle].contains(fault.code)
        if isOfOmission { omissionFaults.append(fault) } else { faults.append(fault) }
      }
    }
    // Those that targets have only on other systems or under other conditions.
    for reference in manifest.sites.references {
      if case .package = reference.form { continue }
      guard let name = reference.value, products[name] == nil, !own.contains(name),
        let component = try? references.component(byName: name), !component.isOmitted,
        component.products?.contains(name) ?? true
      else { continue }
      products[name] = component.identity(in: scope)
    }
  }

  private mutating func released(
    _ target: PackageTarget,
    besides own: Set<String>
  ) throws(OperationError) -> PackageTarget {
    var released = target
    released.dependencies = []
    for dependency in target.dependencies {
      var reference = dependency.reference
      switch reference {
      case .target: break
      case .product(let name, let package?):
        if let component = try references.component(named: package) {
          try use(name, of: component, in: target)
          reference = .product(name, package: component.identity(in: scope))
        }
      case .byName(let name), .product(let name, package: nil):
        if !own.contains(name), let component = try references.component(byName: name) {
          try use(name, of: component, in: target)
          products[name] = component.identity(in: scope)
          reference = .product(name, package: component.identity(in: scope))
        }
      }
      released.dependencies.append(TargetDependency(reference: reference, condition: nil))
    }
    released.plugins = []
    for plugin in target.plugins {
      var package = plugin.package
      if let component = try package.flatMap({ name throws(OperationError) in
        try references.component(named: name)
      }) {
        try use(plugin.name, of: component, in: target)
        package = component.identity(in: scope)
      }
      released.plugins.append(PluginUsage(name: plugin.name, package: package))
    }
    return released
  }

  private func use(
    _ product: String,
    of component: PublishedComponent,
    in target: PackageTarget
  ) throws(OperationError) {
    if component.isOmitted {
      throw .needed(component, by: target.name, at: manifest.packagePosition)
    }
    try component.require(product: product)
  }
}

extension AppendedForm {
  /// Throws if running the published form says something else than what the manifest says, with
  /// components by identity.
  func verify(evaluating: ManifestEvaluation) throws(OperationError) {
    let edits = edits
    guard !edits.isEmpty else { return }
    let bytes = try edits.applied(to: manifest.bytes)
    do throws(OperationError) {
      _ = try LocatedManifest(surveying: bytes, packagePath: .root)
    } catch {
      throw OperationError(.invalidEdits, "published form cannot be read: \(error.message)")
    }
    let result = try evaluating(bytes)
    var expected: [PackageDependency.Location] = []
    for (index, dependency) in evaluation.dependencies.enumerated() {
      guard let component = published[index] else {
        expected.append(dependency.location)
        continue
      }
      if !component.isOmitted {
        expected.append(.registry(component.identity(in: scope).lowercased()))
      }
    }
    let found = result.dependencies.map { dependency -> PackageDependency.Location in
      guard case .registry(let id) = dependency.location else { return dependency.location }
      return .registry(id.lowercased())
    }
    guard found == expected, result.products == evaluation.products, result.targets == targets,
      result.name == evaluation.name
    else {
      throw OperationError(
        .invalidEdits,
        "the published form, when it is run, does not say what the manifest says",
        help: "write the dependencies out as literals, and report this as a bug"
      )
    }
  }
}

extension OperationError {
  fileprivate static func computed(
    _ component: PublishedComponent,
    at position: SourcePosition
  ) -> OperationError {
    OperationError(
      .tooDynamic,
      "the dependency on '\(component.name)', \(component.omission.words), is computed and cannot be"
        + " left out",
      at: position,
      help: "write it in 'dependencies: […]' as '.package(path: \"…\")'"
    )
  }
}

/// Code behind a manifest that replaces dependencies when the manifest is run, where they are computed
/// and no text could be edited.
///
/// Package and targets are classes that are read after the last statement of a manifest, so that
/// nothing of the author's code is touched. Strings have no escapes: mirrors replace identities in them.
struct AppendedCode {
  /// A dependency that takes the place of another.
  struct Replacement: Hashable {
    /// The names by which targets refer to the package, in lower case.
    let names: Set<String>
    /// The first arguments of `.package(…)`, as Swift.
    let arguments: String
    /// The name by which targets refer to the package in the published form.
    let package: String
  }

  /// Why it is there, for readers of the manifest.
  let comment: String
  /// The name of the variable that has the package.
  let variable: String
  let toolsVersion: ToolsVersion
  /// Whether dependencies by path are replaced as well as those by URL.
  let replacesPaths: Bool
  let replacements: [Replacement]
  /// The packages of products that targets name alone.
  var products: [String: String] = [:]

  /// `Package.Dependency.kind` came with it.
  static let oldestToolsVersion = ToolsVersion(5, 6)
  /// Traits came with it.
  private static let traitsToolsVersion = ToolsVersion(6, 1)

  /// The edit that adds it to a manifest.
  func edit(of bytes: [UInt8]) -> SourceEdit {
    let start = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    return SourceEdit(inserting: start + text, at: bytes.count)
  }

  private var text: String {
    """
    // \(comment)
    do {
      func packageName(_ given: String?, _ location: String) -> String {
        let last = location.split(separator: "/").last { $0 != "." } ?? ""
        return (given ?? String(last.hasSuffix(".git") ? last.dropLast(4) : last)).lowercased()
      }
      func newName(_ name: String?) -> String? {
        switch (name ?? "").lowercased() {
    \(cases { $0.package.quoted })
        default: return name
        }
      }
      \(variable).dependencies = \(variable).dependencies.map { dependency in
        let name: String
        switch dependency.kind {
    \(kinds)
        default: return dependency
        }
        switch name {
    \(cases { ".package(\($0.arguments)\(traits))" })
        default: return dependency
        }
      }
      for target in \(variable).targets {
        target.dependencies = target.dependencies.map { dependency in
          switch dependency {
          case .productItem(let product, let name, let aliases, let condition):
            return .productItem(
              name: product, package: newName(name), moduleAliases: aliases, condition: condition)
    \(products.sorted { $0.key < $1.key }.map(byName).joined())\
          default: return dependency
          }
        }
        target.plugins = target.plugins?.map { usage in
          guard case .plugin(let product, let name) = usage else { return usage }
          return .plugin(name: product, package: newName(name))
        }
      }
    }

    """
  }

  private func cases(_ value: (Replacement) -> String) -> String {
    replacements.map { replacement in
      let names = replacement.names.sorted().map(\.quoted).joined(separator: ", ")
      return "    case \(names): return \(value(replacement))"
    }.joined(separator: "\n")
  }

  private var kinds: String {
    let path = "    case .fileSystem(let given, let path): name = packageName(given, path)\n"
    return (replacesPaths ? path : "")
      + "    case .sourceControl(let given, let url, _): name = packageName(given, url)"
  }

  private var traits: String {
    toolsVersion < Self.traitsToolsVersion ? "" : ", traits: dependency.traits"
  }

  private func byName(_ product: String, _ package: String) -> String {
    """
          case .byNameItem(\(product.quoted), let condition):
            return .productItem(
              name: \(product.quoted), package: \(package.quoted), moduleAliases: nil,
              condition: condition)

    """
  }
}

extension String {
  fileprivate var quoted: String { "\"\(self)\"" }
}
