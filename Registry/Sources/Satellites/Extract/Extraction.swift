import Base
package import Git
import ManifestEditor
import ManifestForms
import Model
package import Versions

/// The targets that leave a package, as which packages and in which order.
package struct Extraction: Sendable {
  /// A package that is made of targets, in a commit of its own.
  package struct Unit: Hashable, Sendable {
    /// The name of the component that the package becomes.
    package let name: ComponentName
    /// The folder of the new package.
    package let folder: TreePath
    /// The targets that others use, in the order of their names, without tests.
    package let targets: [String]
    /// The test targets that go along.
    package internal(set) var tests: [String] = []
    /// Whether only tests need it, so that it is never released.
    package let isPrivate: Bool

    /// All targets that move.
    var all: Set<String> { Set(targets + tests) }
  }

  /// A test target that uses targets which move, and stays itself.
  package struct StayingTest: Hashable, Sendable {
    package let name: String
    /// The reason why it stays.
    package let reason: String
  }

  /// The new packages, each behind those that it depends on.
  package internal(set) var units: [Unit] = []
  /// The test targets that stay, although they use targets which move.
  package private(set) var staying: [StayingTest] = []

  let package: SplitPackage
  /// The unit of each target, by their numbers in ``units``.
  var owners: [String: Int] = [:]

  /// - Parameters:
  ///   - roots: The targets that were asked for; `nil` for all.
  ///   - name: Of the one package for all of them; `nil` for a package each.
  ///   - parent: The folder for the new packages.
  init(
    of roots: [String]?,
    together name: ComponentName?,
    from package: SplitPackage,
    into parent: TreePath
  ) throws {
    self.package = package
    let closure = package.closure(
      of: roots ?? package.targets.values.filter { !$0.isTest }.map(\.name)
    )
    let helpers = package.helpers.subtracting(roots ?? [])
    var (moving, found) = ([String: Set<String>](), [StayingTest]())
    for test in package.tests where !test.needs.isDisjoint(with: closure) {
      let (needed, stop) = Self.following(test, closure, helpers, package)
      if let stop {
        found.append(StayingTest(name: test.name, reason: "it needs '\(stop)', which stays"))
      } else {
        moving[test.name] = needed
      }
    }
    // What only tests need goes along with the tests.
    let own = closure.subtracting(helpers)
    let helping = moving.values.reduce(closure.intersection(helpers)) { $0.union($1) }
    if let name {
      let targets = own.union(helping).sorted()
      units = [
        Unit(name: name, folder: Self.folder(name, parent), targets: targets, isPrivate: false)
      ]
    } else {
      units = try Self.groups(own, package).map { name, targets in
        Unit(name: name, folder: Self.folder(name, parent), targets: targets, isPrivate: false)
      }
      for helper in helping.sorted() {
        let name = try Self.name(helper, in: package)
        units.append(
          Unit(name: name, folder: Self.folder(name, parent), targets: [helper], isPrivate: true)
        )
      }
    }
    try sort()
    for test in package.tests where moving[test.name] != nil {
      if let reason = place(test) { found.append(StayingTest(name: test.name, reason: reason)) }
    }
    let used = Set(units.flatMap(\.tests).flatMap { moving[$0] ?? [] }).union(closure)
    units.removeAll { $0.isPrivate && used.isDisjoint(with: $0.targets) }
    try sort()
    staying = found.sorted { $0.name < $1.name }
  }

  private static func folder(_ name: ComponentName, _ parent: TreePath) -> TreePath {
    parent.appending(TreePath(unchecked: name.text))
  }

  /// The name for the package of a target: the target's own, or its words alone, as in `RopeModule`
  /// for `_RopeModule`, or `RopeModule-internal` where a target is called that.
  static func name(
    _ target: String,
    in package: SplitPackage
  ) throws(OperationError) -> ComponentName {
    do throws(OperationError) {
      return try ComponentName(own: target)
    } catch {
      let words = wordsOnly(target)
      let alike = package.targets.keys.filter { $0 != target && wordsOnly($0) == words }
      // If that is no name either, the error is about the target's own.
      if alike.allSatisfy({ $0 == words }),
        let name = try? ComponentName(alike.isEmpty ? words : "\(words)-internal")
      {
        return name
      }
      throw OperationError(
        OperationError(error).code,
        error.message,
        help: "name the package: 'registry extract \(target.shellQuoted) --together NAME'"
      )
    }
  }

  private static func wordsOnly(_ target: String) -> String {
    target.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}

extension Extraction {
  /// The helpers that a test brings along, and a target that stays if it needs one.
  private static func following(
    _ test: SplitTarget,
    _ closure: Set<String>,
    _ helpers: Set<String>,
    _ package: SplitPackage
  ) -> (helpers: Set<String>, stop: String?) {
    var open = test.needs.sorted()
    var found: Set<String> = []
    while let name = open.popLast() {
      if closure.contains(name) { continue }
      guard helpers.contains(name) else { return (found, name) }
      if found.insert(name).inserted { open += package.targets[name]?.needs.sorted() ?? [] }
    }
    return (found, nil)
  }

  /// Targets that must be in one package: macros, and what uses them.
  private static func groups(
    _ targets: Set<String>,
    _ package: SplitPackage
  ) throws -> [(name: ComponentName, targets: [String])] {
    var rest = targets
    var groups: [(name: ComponentName, targets: [String])] = []
    let isMacro = { (name: String) in package.targets[name]?.target.kind == .macro }
    while let first = rest.min() {
      var group: Set = [first]
      var open = [first]
      while let name = open.popLast() {
        let near =
          isMacro(name)
          ? package.dependents(of: name)
          : (package.targets[name]?.needs ?? []).filter(isMacro)
        open += near.intersection(targets).filter { group.insert($0).inserted }
      }
      rest.subtract(group)
      let named = group.filter { !isMacro($0) }
      guard named.count <= 1 else {
        let names = named.sorted().map { "'\($0)'" }.joined(separator: " and ")
        throw OperationError(
          .invalidPackage,
          "\(names) use one macro, which only the package that it is in can use",
          help: "let them go together: '--together NAME'"
        )
      }
      groups.append((try name(named.first ?? first, in: package), group.sorted()))
    }
    return groups
  }

  /// Puts what others depend on first, and by name where that leaves a choice.
  private mutating func sort() throws(OperationError) {
    var sorted: [Unit] = []
    var states: [String: Bool] = [:]
    let owners = Dictionary(
      units.flatMap { unit in unit.all.map { ($0, unit) } },
      uniquingKeysWith: { first, _ in first }
    )
    func visit(_ unit: Unit, below path: [String]) throws(OperationError) {
      let name = unit.name.text
      if let isDone = states[name] {
        if isDone { return }
        let cycle = (path.drop { $0 != name } + [name]).map { "'\($0)'" }
        throw OperationError(
          .dependencyCycle,
          "the packages would depend on each other: \(cycle.joined(separator: " → "))",
          help: "remove an import, or let them go together: '--together NAME'"
        )
      }
      states[name] = false
      let needs = unit.all.reduce(into: Set<String>()) {
        $0.formUnion(package.targets[$1]?.needs ?? [])
      }
      let next = Set(needs.compactMap { owners[$0] }).subtracting([unit])
      for other in next.sorted(by: { $0.name < $1.name }) {
        try visit(other, below: path + [name])
      }
      states[name] = true
      sorted.append(unit)
    }
    for unit in units.sorted(by: { $0.name < $1.name }) { try visit(unit, below: []) }
    units = sorted
    self.owners = [:]
    for (index, unit) in units.enumerated() {
      for target in unit.targets { self.owners[target] = index }
    }
  }
}

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
      names.contains(dependency.referenceName?.lowercased() ?? "") ? dependency.folder : nil
    }
  }
}

extension SplitPackage {
  /// Returns the errors that prevent targets from leaving as a package of their own.
  ///
  /// - Parameter gone: The targets that have left before.
  func obstacles(of unit: Extraction.Unit, after gone: Set<String>) -> [OperationError] {
    let all = unit.all
    let staying = targets.values.filter { !all.contains($0.name) && !gone.contains($0.name) }
      .sorted { $0.name < $1.name }
    var found = all.sorted().flatMap { targets[$0]?.faults ?? [] }
    found += sharedFolders(all)
    found += mixedProducts(all, gone)
    let file = folder.appending(.packageManifest).string
    do throws(OperationError) {
      _ = try manifest.edits(
        handingOver: HandedOverTargets(
          targets: all,
          products: products(of: all),
          to: String(unit.folder.name),
          at: folder.way(to: unit.folder),
          isNeeded: true
        )
      )
    } catch {
      found.append(error.at(SourcePlace(file: file, at: error.place?.position)))
    }
    found += packageNames(of: unit, usedBy: staying)
    found += looseImports(of: unit, in: staying)
    found += macros(of: unit, usedBy: staying)
    found += takenNames(unit)
    return found
  }

  /// The products that have nothing but these targets.
  func products(of targets: Set<String>) -> Set<String> {
    Set(
      manifest.products.filter { !$0.targets.isEmpty && targets.isSuperset(of: $0.targets) }
        .map(\.name)
    )
  }

  private func sharedFolders(_ moving: Set<String>) -> [OperationError] {
    var found: [OperationError] = []
    for name in moving.sorted() {
      guard let own = targets[name]?.place?.folder else { continue }
      let other = targets.values.filter { other in
        guard other.name != name, let place = other.place?.folder else { return false }
        return place.isInside(own) || own.isInside(place)
      }.min { $0.name < $1.name }
      guard let other else { continue }
      found.append(
        OperationError(
          .invalidPath,
          "the targets '\(name)' and '\(other.name)' share the folder '\(own)'",
          help: "give each a folder of its own first, and commit that"
        )
      )
    }
    return found
  }

  private func mixedProducts(_ moving: Set<String>, _ gone: Set<String>) -> [OperationError] {
    manifest.products.compactMap { product in
      let rest = Set(product.targets).subtracting(moving).subtracting(gone)
      guard !rest.isEmpty, !moving.isDisjoint(with: product.targets) else { return nil }
      let names = moving.intersection(product.targets).sorted().map { "'\($0)'" }
      return OperationError(
        .invalidPackage,
        "the product '\(product.name)' has \(names.joined(separator: ", ")) and targets that stay:"
          + " \(rest.sorted().map { "'\($0)'" }.joined(separator: ", "))",
        help: "let them go together, or give each a product of its own first",
        context: place(ofLiteral: product.name)
      )
    }
  }

  private func packageNames(
    of unit: Extraction.Unit,
    usedBy staying: [SplitTarget]
  ) -> [OperationError] {
    var found: [OperationError] = []
    for name in unit.targets {
      guard let target = targets[name], !target.scan.packageNames.isEmpty else { continue }
      for user in staying where user.scan.imports.contains(target.module) {
        let used = target.scan.packageNames.keys.filter {
          user.scan.words.contains($0) && !user.scan.declared.contains($0)
        }.sorted()
        guard let first = used.first, let place = target.scan.packageNames[first] else { continue }
        found.append(
          OperationError(
            .packageAccess,
            "'\(user.name)' uses what '\(name)' declares with 'package' access, which ends at the"
              + " border of a package: \(used.map { "'\($0)'" }.shortList())",
            help: "make it 'public', or let them go together: '--together NAME'",
            context: "\(place.file):\(place.line)"
          )
        )
      }
    }
    return found
  }

  /// Imports without a dependency that the package manager would no longer know when to build.
  private func looseImports(
    of unit: Extraction.Unit,
    in staying: [SplitTarget]
  ) -> [OperationError] {
    staying.compactMap { target in
      let loose = target.imported.intersection(unit.targets)
      guard !loose.isEmpty else { return nil }
      let missing = loose.subtracting(declaredClosure(of: target.name)).sorted()
      guard let first = missing.first else { return nil }
      return OperationError(
        .undeclaredImport,
        "'\(target.name)' imports '\(first)', which it does not depend on, directly or through"
          + " others",
        help: "add \"\(first)\" to the dependencies of '\(target.name)' first",
        context: place(ofLiteral: target.name)
      )
    }
  }

  private func macros(
    of unit: Extraction.Unit,
    usedBy staying: [SplitTarget]
  ) -> [OperationError] {
    unit.targets.filter { targets[$0]?.target.kind == .macro }.compactMap { name in
      guard let user = staying.first(where: { $0.needs.contains(name) }) else { return nil }
      return OperationError(
        .invalidPackage,
        "'\(user.name)' uses the macro '\(name)', which only the package that it is in can use",
        help: "let them go together: '--together NAME'"
      )
    }
  }

  /// Names by which the new package would be mistaken for another one.
  private func takenNames(_ unit: Extraction.Unit) -> [OperationError] {
    let name = unit.name.text.lowercased()
    var taken =
      manifest.dependencies.compactMap { $0.referenceName?.lowercased() }
        .contains(name) ? "a package that it depends on" : nil
    if !folder.isRoot, folder.name.lowercased() == name { taken = "the package itself" }
    if let other = neighbours.manifests.keys.sorted().first(where: {
      $0 != folder && $0.name.lowercased() == name
    }) {
      taken = "the package in '\(other)'"
    }
    guard let taken else { return [] }
    return [
      OperationError(
        .collision,
        "the new package '\(unit.name)' would have the name of \(taken)",
        help: "name it differently: '--together NAME'"
      )
    ]
  }

  /// The first line of the manifest that has the text in quotes.
  private func place(ofLiteral text: String) -> String {
    let file = folder.appending(.packageManifest)
    return manifest.manifest.position(ofLiteral: text).map { "\(file):\($0.line)" } ?? file.string
  }
}
