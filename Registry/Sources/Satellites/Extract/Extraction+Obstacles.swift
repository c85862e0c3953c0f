import Base
import Git
import ManifestEditor
import Model
import Versions

extension SplitPackage {
  /// What prevents that targets leave as a package of their own.
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
        of: folder,
        handingOver: HandedOverTargets(
          targets: all,
          products: products(of: all),
          to: unit.folder,
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
    return manifest.position(ofLiteral: text).map { "\(file):\($0.line)" } ?? file.string
  }
}
