package import APICompatibility
package import PackageManifest

extension InterfaceDifference {
  /// Compares what manifests promise to those who depend on the package: products and their modules,
  /// traits, platforms and the tools version.
  package init(from old: PackageManifestFile, to new: PackageManifestFile) {
    let comparison = ManifestComparison(old: old, new: new)
    self.init(
      comparison.products + comparison.modules + comparison.traits + comparison.platforms
        + comparison.toolsVersion
    )
  }
}

private struct ManifestComparison {
  let old: PackageManifestFile
  let new: PackageManifestFile

  private struct Named: Hashable {
    let noun: String
    let name: String
  }

  var products: [InterfaceChange] {
    let all = { (manifest: PackageManifestFile) in
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
    let all = { (manifest: PackageManifestFile) in
      Set(LibraryProducts(manifest).modules.map { Named(noun: "module", name: $0) })
    }
    return changes(all(old), all(new), (.moduleRemoved, .moduleAdded))
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
