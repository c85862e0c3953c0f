import Git
import ManifestEditor

extension Extraction {
  /// Puts a test into the package that it tests: the one of its name, or else the last one that it
  /// needs, unless packages would depend on each other.
  ///
  /// - Returns: Why it stays.
  mutating func place(_ test: SplitTarget) -> String? {
    let used = Set(test.needs.compactMap { owners[$0] })
    let tested = owners[String(test.name.replacing(#/_?Tests?$/#, with: ""))]
    let homes = used.sorted(by: >).filter { $0 != tested && !units[$0].isPrivate }
    var edges: [TreePath: Set<TreePath>] = [:]
    for unit in units { edges[unit.folder] = folders(needed(by: unit)) }
    let outside = outsideFolders(of: test)
    var reason: String?
    for home in [tested].compactMap(\.self).filter(used.contains) + homes {
      let others = used.subtracting([home]).map { units[$0].folder } + outside
      let loop = others.sorted().first {
        package.neighbours.reaches(units[home].folder, from: $0, besides: edges)
      }
      guard let loop else {
        units[home].tests = (units[home].tests + [test.name]).sorted()
        return nil
      }
      reason = reason ?? "'\(units[home].name)' and '\(loop.name)' would depend on each other"
    }
    return reason ?? "only what tests need is used by it"
  }

  private func needed(by unit: Unit) -> Set<String> {
    unit.all.reduce(into: []) { $0.formUnion(package.targets[$1]?.needs ?? []) }
  }

  private func folders(_ targets: Set<String>) -> Set<TreePath> {
    Set(targets.compactMap { owners[$0] }.map { units[$0].folder })
  }

  /// The packages of the repository that a target uses products of.
  private func outsideFolders(of target: SplitTarget) -> [TreePath] {
    let names = Set(
      target.target.dependencies.compactMap { dependency -> String? in
        switch dependency.reference {
        case .product(_, let package): package?.lowercased()
        case .byName(let name): name.lowercased()
        case .target: nil
        }
      } + target.importedProducts.map { $0.package.lowercased() }
    )
    return package.manifest.dependencies.compactMap { dependency in
      guard case .path(_, .success(let folder)) = dependency.location,
        names.contains(dependency.referenceName?.lowercased() ?? "")
      else { return nil }
      return folder
    }
  }
}
