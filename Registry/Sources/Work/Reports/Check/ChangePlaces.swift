import Checks
package import Git
import Model
import SemverRules

/// Finds where in the sources of a package a change of its public API is.
///
/// Sources are only read for modules with changes.
package struct ChangePlaces {
  /// A place in the sources.
  package struct Place: Hashable, Sendable {
    /// The path from the root of the repository.
    package let file: TreePath
    /// The line, counted from 1.
    package let line: Int
    /// Whether it is in the earlier revision, because the declaration was removed.
    package let isEarlier: Bool
  }

  private let old: Side
  private let new: Side

  /// - Parameter changes: Those that are to be found.
  init(
    of changes: [InterfaceChange],
    _ old: CheckedPackage,
    _ new: CheckedPackage,
    in workspace: borrowing Workspace
  ) throws {
    let modules = Set(changes.map(\.module))
    self.old = try Side(old, of: modules, isEarlier: true, in: workspace)
    self.new = try Side(new, of: modules, isEarlier: false, in: workspace)
  }

  func place(of change: InterfaceChange) throws -> Place? {
    let isGone = [Rule.declarationRemoved.name, Rule.typeRemoved.name].contains(change.rule)
    let sides = isGone ? [old, new] : [new, old]
    for side in sides {
      if let place = side.place(of: change.declaration, in: change.module) { return place }
      // One with other labels is what became of it.
      if !isGone, let place = side.place(ofBaseName: change.declaration, in: change.module) {
        return place
      }
    }
    if let place = sides.lazy.compactMap({ $0.manifestPlace(of: change.declaration) }).first {
      return place
    }
    // A member that a macro or the compiler writes is in its type.
    guard let dot = change.declaration.lastIndex(of: ".") else { return nil }
    let type = String(change.declaration[..<dot])
    return sides.lazy.compactMap { $0.place(of: type, in: change.module) }.first
  }

  /// The sources of one revision.
  private struct Side {
    private let isEarlier: Bool
    private let path: TreePath
    private let manifest: (file: TreePath, lines: [Substring])
    /// The places of declarations, by module.
    private let modules: [String: [String: Place]]

    init(
      _ package: CheckedPackage,
      of wanted: Set<String>,
      isEarlier: Bool,
      in workspace: borrowing Workspace
    ) throws {
      self.isEarlier = isEarlier
      path = package.layout.folder.path
      let tree = package.layout.folder.tree
      let text = try workspace.manifestContent(in: tree) ?? []
      manifest = (
        path.appending(.packageManifest),
        String(decoding: text, as: UTF8.self).split(
          separator: "\n",
          omittingEmptySubsequences: false
        )
      )
      let items = try workspace.repository.listing(
        of: tree,
        passesOverSubmodules: true,
        checksLinks: false,
        sealed: []
      ).items.filter { $0.mode != .link && $0.path.isSwiftSource }
      let products = LibraryProducts(package.manifest)
      var modules: [String: [String: Place]] = [:]
      for module in products.reachable.union(products.modules).intersection(wanted) {
        let folders =
          products.folders[module].map { [$0] }
          ?? ["Sources/\(module)", "Source/\(module)", "src/\(module)", "srcs/\(module)"]
        var own = items.filter { item in
          folders.contains { item.path.string.hasPrefix($0 == "." ? "" : "\($0)/") }
        }
        // The only target of a package may have all of the folder.
        if own.isEmpty { own = items.filter { $0.path.string.hasPrefix("Sources/") } }
        var places: [String: Place] = [:]
        for item in own {
          let source = String(decoding: try workspace.repository.blob(item.id), as: UTF8.self)
          for (name, line) in SourceDeclarations(text: source, of: module).lines {
            let place = Place(file: path.appending(item.path), line: line, isEarlier: isEarlier)
            if let known = places[name], known.file.string <= place.file.string { continue }
            places[name] = place
          }
        }
        modules[module] = places
      }
      self.modules = modules
    }

    func place(of declaration: String, in module: String) -> Place? {
      modules[module]?[declaration]
    }

    /// The first function of the same name with other labels.
    func place(ofBaseName declaration: String, in module: String) -> Place? {
      guard let end = declaration.firstIndex(of: "("), let places = modules[module] else {
        return nil
      }
      let start = declaration[...end]
      return places.filter { $0.key.hasPrefix(start) }.values.min {
        ($0.file.string, $0.line) < ($1.file.string, $1.line)
      }
    }

    /// Where the manifest names something, such as `product Kit` or `platform iOS`.
    func manifestPlace(of declaration: String) -> Place? {
      let words = declaration.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let name = words.last else { return nil }
      if declaration.hasPrefix("tools version") {
        return Place(file: manifest.file, line: 1, isEarlier: isEarlier)
      }
      let wanted =
        words.first == "platform"
        ? ".\(name.prefix(1).lowercased())\(name.dropFirst())("
        : "\"\(name)\""
      guard let index = manifest.lines.firstIndex(where: { $0.contains(wanted) }) else {
        return nil
      }
      return Place(file: manifest.file, line: index + 1, isEarlier: isEarlier)
    }
  }
}
