import ManifestEditor
package import ManifestForms
package import Model
package import SemverRules

/// Compares the public interfaces of two states of a component.
package protocol InterfaceComparing: PlatformChecking {
  /// Does the long work of many comparisons at once.
  ///
  /// A state that does not build is reported by its own comparison.
  func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws

  /// Compares two states of one component, each with the dependencies that it was released with.
  ///
  /// - Parameters:
  ///   - old: `nil` if there is no earlier release.
  ///   - progress: Told what is being done: it may take minutes.
  /// - Throws: If a state does not build, or the tool for the comparison is missing.
  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> InterfaceComparison

  /// The modules whose types occur in the public interface, including those of dependencies; `nil`
  /// if the component has no library product.
  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Set<String>?
}

extension InterfaceComparing {
  package func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {}
}

/// Two states of a component that are to be compared.
package struct ComparisonRequest: Hashable, Sendable {
  /// The earlier state; `nil` if there is no earlier release.
  package let old: ComponentLayout?
  /// The later state.
  package let new: ComponentLayout

  package init(from old: ComponentLayout?, to new: ComponentLayout) {
    (self.old, self.new) = (old, new)
  }
}

/// The result of a comparison.
package enum InterfaceComparison: Hashable, Sendable {
  case difference(InterfaceDifference)
  /// There is no library that others could use.
  case noLibrary
  /// There is no earlier release.
  case firstRelease
}

extension InterfaceDifference {
  /// Compares what manifests promise to those who depend on the package: products and their modules,
  /// traits, platforms and the tools version.
  package init(from old: LocatedManifest, to new: LocatedManifest) {
    let comparison = ManifestComparison(old: old, new: new)
    self.init(
      comparison.products + comparison.modules + comparison.traits + comparison.platforms
        + comparison.toolsVersion + comparison.dependencies + comparison.targets
    )
  }
}

private struct ManifestComparison {
  let old: LocatedManifest
  let new: LocatedManifest

  private struct Named: Hashable {
    let noun: String
    let name: String
  }

  var products: [InterfaceChange] {
    let all = { (manifest: LocatedManifest) in
      Set(
        manifest.products.map { product in
          Named(
            noun: product.kind == .library ? "product" : product.kind.rawValue,
            name: product.name
          )
        }
      )
    }
    return changes(all(old), all(new), (.productRemoved, .productAdded))
  }

  var modules: [InterfaceChange] {
    let all = { (manifest: LocatedManifest) in
      Set(LibraryProducts(manifest).modules.map { Named(noun: "module", name: $0) })
    }
    return changes(all(old), all(new), (.moduleRemoved, .moduleAdded)) + movedModules
  }

  /// The modules that a library no longer brings, although another one does.
  private var movedModules: [InterfaceChange] {
    let offered = Set(LibraryProducts(new).modules)
    return old.products.filter { $0.kind == .library }.flatMap { product -> [InterfaceChange] in
      guard
        let other = new.products.first(where: { $0.kind == .library && $0.name == product.name })
      else { return [] }
      return product.targets.filter { !other.targets.contains($0) }
        .map { LibraryProducts.module($0) }.filter(offered.contains)
        .map {
          change(
            .moduleRemoved,
            "module",
            $0,
            "module \($0) is no longer in the library \(product.name)"
          )
        }
    }
  }

  /// Requirements of packages by version that no version meets which met them before.
  var dependencies: [InterfaceChange] {
    old.dependencies.compactMap { dependency in
      guard let name = dependency.referenceName,
        let other = new.dependencies.first(where: { $0.leads(to: dependency) }),
        let before = dependency.requirement?.major, let after = other.requirement?.major,
        before < after
      else { return nil }
      let words = "requires \(name) \(after) in place of \(before)"
      return change(.dependencyRaised, "dependency", name, words)
    }
  }

  var targets: [InterfaceChange] {
    let offered = Set(old.products.flatMap(\.targets)).intersection(new.products.flatMap(\.targets))
    return old.targets.filter { offered.contains($0.name) }.flatMap { target -> [InterfaceChange] in
      guard let other = new.targets.first(where: { $0.name == target.name }) else { return [] }
      var changes: [InterfaceChange] = []
      if other.usesCxxInteroperability, !target.usesCxxInteroperability {
        let words = "module \(target.name) needs C++ interoperability now"
        changes.append(change(.interoperabilityAdded, "module", target.name, words))
      }
      if let before = target.capability, let after = other.capability, before != after {
        let words = "plugin \(target.name) is '\(after)' in place of '\(before)'"
        changes.append(change(.pluginChanged, "plugin", target.name, words))
      }
      return changes
    }
  }

  var traits: [InterfaceChange] {
    let all = { (names: Set<String>, noun: String) in
      Set(names.map { Named(noun: noun, name: $0) })
    }
    let (before, after) = (Set(old.traits), Set(new.traits))
    return changes(all(before, "trait"), all(after, "trait"), (.traitRemoved, .traitAdded))
      + changes(
        all(old.defaultTraits.intersection(after), "default trait"),
        all(new.defaultTraits.intersection(before), "default trait"),
        (.defaultTraitRemoved, .defaultTraitAdded)
      )
      + before.intersection(after).sorted().flatMap { name in
        (old.enabledTraits[name] ?? []).intersection(after)
          .subtracting(new.enabledTraits[name] ?? []).sorted()
          .map { change(.traitEnablesLess, "trait", name, "trait \(name) no longer enables \($0)") }
      }
  }

  var platforms: [InterfaceChange] {
    let (oldest, newest) = (OldestSystems(old.platforms), OldestSystems(new.platforms))
    return Set(old.platforms.keys).union(new.platforms.keys).sorted().compactMap { name in
      let (before, after) = (old.platforms[name], new.platforms[name])
      guard oldest[name] != newest[name] else { return nil }
      let words =
        after.map { after in "needs \(name) \(after)" + (before.map { " in place of \($0)" } ?? "")
        }
        ?? "no longer needs \(name) \(before ?? "")"
      let isRaised = oldest.isNarrower(newest[name], than: oldest[name], on: name)
      return change(isRaised ? .platformRaised : .platformLowered, "platform", name, words)
    }
  }

  var toolsVersion: [InterfaceChange] {
    guard old.toolsVersion < new.toolsVersion else { return [] }
    let words = "needs Swift \(new.toolsVersion) in place of \(old.toolsVersion)"
    return [change(.toolsVersionRaised, "tools version", "\(new.toolsVersion)", words)]
  }

  private func changes(
    _ before: Set<Named>,
    _ after: Set<Named>,
    _ rules: (removed: Rule, added: Rule)
  ) -> [InterfaceChange] {
    let words = { (named: Named, what: String) in "\(named.noun) \(named.name) \(what)" }
    return before.subtracting(after)
      .map { change(rules.removed, $0.noun, $0.name, words($0, "was removed")) }
      + after.subtracting(before)
      .map { change(rules.added, $0.noun, $0.name, words($0, "was added")) }
  }

  private func change(
    _ rule: Rule,
    _ noun: String,
    _ name: String,
    _ words: String
  ) -> InterfaceChange {
    InterfaceChange(
      rule,
      module: noun == "module" || noun == "product" ? name : "",
      declaration: "\(noun) \(name)",
      words: words
    )
  }
}

extension PackageRequirement {
  /// The major version of the lowest one that is allowed; `nil` if it is not a version.
  fileprivate var major: Int? {
    switch self {
    case .exact(let version), .from(let version), .upToNextMinor(let version),
      .range(let version, _), .closedRange(let version, _):
      version.split(separator: ".").first.flatMap { Int($0) }
    }
  }
}

extension InterfaceDifference {
  /// The differences on several platforms: what is not so on all of them says where.
  init(onEach platforms: [(target: BuildTarget, difference: InterfaceDifference)]) {
    let sets = platforms.map { Set($0.difference.changes) }
    let common = sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) }
    var changes = Array(common)
    var gaps: [String] = []
    for (target, difference) in platforms {
      let name = target.name ?? "the host"
      changes += difference.changes.filter { !common.contains($0) }.map { $0.on(name) }
      gaps += difference.gaps
    }
    self.init(changes, gaps: gaps)
  }
}
