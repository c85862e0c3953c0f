import Base
import Git
import ManifestEditor
package import Model
import SemverRules

extension StockToolchain {
  /// Builds the candidates as one package and the releases before them as another, as far as they
  /// can be checked out side by side, then reads and compares the interfaces on all processors.
  package func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    // Without a toolchain, the first comparison that needs one reports it.
    guard comparisons.count > 1, let toolchain = try? toolchainForReading() else { return }
    var needs: [BuildTarget: [ComparisonRequest]] = [:]
    for comparison in comparisons where comparison.old != nil && comparison.old != comparison.new {
      // The comparison finds the same errors and reports them.
      guard (try? checkPlatforms(of: comparison.new, in: workspace)) != nil,
        let targets = try? targets(of: comparison.new, toolchain, in: workspace)
      else { continue }
      for target in targets { needs[target, default: []].append(comparison) }
    }
    for (target, comparisons) in needs.sorted(by: { $0.key.words < $1.key.words }) {
      try prepare(
        comparisons,
        reading(toolchain, for: target, in: workspace),
        in: workspace,
        progress: progress
      )
    }
  }

  private func prepare(
    _ comparisons: [ComparisonRequest],
    _ reading: InterfaceReading,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    var names = PackageNames()
    var pairs: [(old: InterfaceBatch.Member, new: InterfaceBatch.Member)] = []
    for comparison in comparisons {
      guard let old = comparison.old,
        let before = member(old, reading, &names, in: workspace),
        let after = member(comparison.new, reading, &names, in: workspace),
        !reading.knowsDifference(from: before.key, to: after.key)
      else { continue }
      pairs.append((before, after))
    }
    let candidates = Self.missing(pairs.map(\.new), in: reading)
    let releases = Self.missing(pairs.map(\.old), in: reading).filter { release in
      !candidates.contains { $0.key == release.key }
    }
    try BatchBench.read(
      [(BatchBench.Purpose.releases, releases), (.candidates, candidates)]
        .filter { !$0.1.isEmpty },
      reading,
      in: workspace,
      progress: progress
    )
    guard !pairs.isEmpty else { return }
    progress("comparing the public API of \(pairs.count) components")
    for result in pairs.concurrentMap({ pair in Result { try reading.compare(pair.old, pair.new) } }
    ) {
      do {
        try result.get()
      } catch is OperationError {
        // The comparison is repeated alone and reports the error.
      }
    }
  }

  /// `nil` for what can only be built alone: a package without libraries, or with products that it
  /// computes.
  private func member(
    _ layout: ComponentLayout,
    _ reading: InterfaceReading,
    _ names: inout PackageNames,
    in workspace: borrowing Workspace
  ) -> InterfaceBatch.Member? {
    do {
      let products = try products(of: layout, in: workspace)
      guard !products.names.isEmpty, !products.modules.isEmpty,
        // Which traits are on is a matter of the whole build.
        !products.hasTraits, !layout.folder.path.isRoot
      else { return nil }
      return InterfaceBatch.Member(
        layout: layout,
        products: products,
        key: reading.key(of: layout, products),
        names: try names.all(of: layout, in: workspace)
      )
    } catch {
      // The comparison finds the same error and reports it.
      return nil
    }
  }

  /// The members that are not in the cache, each once.
  private static func missing(
    _ members: [InterfaceBatch.Member],
    in reading: InterfaceReading
  ) -> [InterfaceBatch.Member] {
    var seen: Set<String> = []
    return members.filter { member in
      seen.insert(member.key).inserted && !reading.cache.has(member.key)
    }
  }
}

/// The names that must be unique in a build: identities, products and targets of packages.
private struct PackageNames {
  private var known: [ComponentLayout.Folder: [String]] = [:]

  mutating func all(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace
  ) throws -> [String: TreePath] {
    var names: [String: TreePath] = [:]
    for folder in layout.folders.values {
      for name in try self.names(of: folder, in: workspace) { names[name] = folder.path }
    }
    return names
  }

  private mutating func names(
    of folder: ComponentLayout.Folder,
    in workspace: borrowing Workspace
  ) throws -> [String] {
    if let names = known[folder] { return names }
    let manifest = try workspace.packageManifest(in: folder.tree, at: folder.path)
    let products = manifest?.products ?? []
    let targets = (manifest?.targets ?? []).filter { $0.kind != .testTarget }
    let names =
      ["package \(folder.path.name.lowercased())"] + products.map { "product \($0.name)" }
      + targets.map { "target \($0.name)" }
    known[folder] = names
    return names
  }
}
