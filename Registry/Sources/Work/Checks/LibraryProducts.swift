package import ManifestEditor
import SemverRules

/// The library products of a package and their modules.
package struct LibraryProducts {
  package let names: Set<String>
  /// The modules of their targets, sorted.
  package let modules: [String]
  /// The targets whose builds produce all of these modules.
  let roots: [String]
  /// The modules of the package that clients may get with these, without importing them.
  package let reachable: Set<String>
  /// Where the targets of the modules are, if not at the usual place.
  package let folders: [String: String]
  /// Where the public headers of targets in C are, by module; of a system library, in its folder.
  let headers: [String: String]
  /// The targets of the modules.
  let targets: [PackageTarget]
  /// Whether clients choose what is compiled.
  let hasTraits: Bool
  /// The oldest systems that clients can be built for.
  let oldestSystems: OldestSystems

  package init(_ manifest: PackageManifestFile) {
    let libraries = manifest.products.filter { $0.kind == .library }
    names = Set(libraries.map(\.name))
    let targets = manifest.targets.filter { $0.kind == .target || $0.kind == .systemLibrary }
    let offered = Set(libraries.flatMap(\.targets))
    let own = targets.filter { offered.contains($0.name) }
    self.targets = own
    modules = own.map { Self.module($0.name) }.sorted()
    let reached = Set(own.flatMap { Self.dependencies(of: $0, among: targets) })
    reachable = Set(reached.map(Self.module))
    folders = Dictionary(
      targets.compactMap { target in target.path.map { (Self.module(target.name), $0) } }
    ) { first, _ in first }
    headers = Dictionary(
      targets.map { target in
        let folder = target.kind == .systemLibrary ? "." : target.publicHeadersPath ?? "include"
        return (Self.module(target.name), folder)
      }
    ) { first, _ in first }
    hasTraits = !manifest.traits.isEmpty
    oldestSystems = OldestSystems(manifest.platforms)
    // Nothing is built of a system library.
    roots = own.filter { $0.kind == .target && !reached.contains($0.name) }.map(\.name).sorted()
  }

  /// All targets of the package that one needs, directly or through others.
  private static func dependencies(
    of target: PackageTarget,
    among targets: [PackageTarget]
  ) -> Set<String> {
    var found: Set<String> = []
    var open = [target]
    while let target = open.popLast() {
      // By name alone, it may be a product of another package.
      for name in target.ownDependencies {
        guard let needed = targets.first(where: { $0.name == name }),
          found.insert(name).inserted
        else { continue }
        open.append(needed)
      }
    }
    return found
  }

  /// The compiler's name for a target.
  static func module(_ target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}
