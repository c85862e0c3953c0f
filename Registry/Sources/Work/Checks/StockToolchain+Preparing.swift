import Apps
import Base
import Git
import ManifestEditor
import ManifestForms
package import Model
import SemverRules

extension StockToolchain {
  /// Builds the candidates as one package and the releases before them as another, as far as they
  /// can be checked out side by side, then reads and compares the interfaces on all processors.
  package func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
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
    progress: @Sendable (OperationProgress) -> Void
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
        products.traits.isEmpty, !layout.folder.path.isRoot
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
    let manifest = try workspace.packageManifest(in: folder.written, at: folder.path)
    let products = manifest?.products ?? []
    let targets = (manifest?.targets ?? []).filter { $0.kind != .testTarget }
    let names =
      ["package \(folder.path.name.lowercased())"] + products.map { "product \($0.name)" }
      + targets.map { "target \($0.name)" }
    known[folder] = names
    return names
  }
}

/// A folder in which many components are checked out and built as one package, and their interfaces
/// are read.
struct BatchBench: Sendable {
  private static let umbrella = "RegistryUmbrella"

  /// The states to be released, which must compile; or the releases before them, of which only the
  /// interface is needed.
  enum Purpose: String {
    case candidates
    case releases
  }

  private let purpose: Purpose
  private let layout: AppLayout
  private let reading: InterfaceReading
  /// The batches that are still to be built.
  private var open: [InterfaceBatch]

  private init(
    for purpose: Purpose,
    _ members: [InterfaceBatch.Member],
    _ reading: InterfaceReading,
    _ layout: AppLayout
  ) {
    (self.purpose, self.reading, self.layout) = (purpose, reading, layout)
    open = InterfaceBatch.batches(of: members)
  }

  /// Reads the interfaces of all members into the cache, except of those that do not build.
  ///
  /// The members for one purpose are built beside those for the other, because the package manager
  /// reads manifests one after the other.
  static func read(
    _ members: [(purpose: Purpose, members: [InterfaceBatch.Member])],
    _ reading: InterfaceReading,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {
    try withBenches(for: members[...], reading, in: workspace, progress: progress) { benches in
      var benches = benches
      while true {
        var rounds: [(index: Int, bench: BatchBench, batch: InterfaceBatch)] = []
        // The repository is read by one task.
        for index in benches.indices {
          guard let batch = try benches[index].nextLaidOut(in: workspace) else { continue }
          rounds.append((index, benches[index], batch))
        }
        guard let last = rounds.last?.index else { return }
        let outcomes = rounds.concurrentMap { round in
          Result {
            // Of two builds at a time, one tells how far it is.
            try round.bench.build(round.batch) { if round.index == last { progress($0) } }
          }
        }
        for (round, outcome) in zip(rounds, outcomes) {
          benches[round.index].note(try outcome.get(), of: round.batch)
        }
      }
    }
  }

  /// Lends a bench for each purpose.
  private static func withBenches(
    for rest: ArraySlice<(purpose: Purpose, members: [InterfaceBatch.Member])>,
    besides benches: [BatchBench] = [],
    _ reading: InterfaceReading,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void,
    _ body: ([BatchBench]) throws -> Void
  ) throws {
    guard let (purpose, members) = rest.first else { return try body(benches) }
    let task = "a build of \(members.count) components"
    try Bench(named: purpose.rawValue, toolchain: reading.toolchain, target: reading.target)
      .with(for: task, in: workspace, progress: progress) { layout in
        try withBenches(
          for: rest.dropFirst(),
          besides: benches + [BatchBench(for: purpose, members, reading, layout)],
          reading,
          in: workspace,
          progress: progress,
          body
        )
      }
  }

  /// The next batch, checked out; `nil` if none is left.
  private mutating func nextLaidOut(in workspace: borrowing Workspace) throws -> InterfaceBatch? {
    while let batch = open.popLast() {
      // A single one gains nothing, but that a release is not compiled as a whole.
      guard batch.members.count > (purpose == .releases ? 0 : 1) else { continue }
      do {
        try layOut(batch, in: workspace)
        return batch
      } catch let error as OperationError where error.code == .missingTree {
        // The comparison of the component reports the errors.
        note(.failed(files: []), of: batch)
      }
    }
    return nil
  }

  private func layOut(
    _ batch: InterfaceBatch,
    in workspace: borrowing Workspace
  ) throws {
    // A build that may have left errors would hide them from the next one.
    if LocalFile.exists(unsettled) { try LocalFile.removeAll(layout.build) }
    try workspace.withBuildTrees { trees in
      try layout.checkOut(trees.store(batch.folders), sealed: batch.sealed, from: trees)
    }
    try writeUmbrella(of: batch)
  }

  /// Builds a batch and reads its interfaces, if it can be built.
  private func build(
    _ batch: InterfaceBatch,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws -> PackageBuild.Outcome {
    let isShallow = purpose == .releases
    if isShallow { try LocalFile.update(unsettled, to: []) }
    let count = batch.members.count
    let task =
      "building \(count) \(isShallow ? "earlier release" : "component")\(count == 1 ? "" : "s")"
    progress("\(task)")
    let outcome = try packages.buildModules(of: Self.umbrella, isShallow: isShallow) {
      progress(OperationProgress(task, $0))
    }
    guard outcome == .built else { return outcome }
    if isShallow { try LocalFile.remove(unsettled) }
    try read(batch, progress)
    return outcome
  }

  /// Takes what did not fail of a batch that cannot be built into new ones.
  private mutating func note(_ outcome: PackageBuild.Outcome, of batch: InterfaceBatch) {
    guard case .failed(let files) = outcome else { return }
    let rest = batch.without(files.compactMap(path(of:)))
    open += rest.members.count < batch.members.count ? [rest] : batch.halves
  }

  /// Reads the interfaces of what was built, on all processors.
  private func read(
    _ batch: InterfaceBatch,
    _ progress: @Sendable (OperationProgress) -> Void
  ) throws {
    progress("reading the public API of \(batch.members.count) components")
    let (reading, packages) = (reading, packages)
    let results = batch.members.concurrentMap { member in
      Result {
        let state = try packages.readInterface(
          of: member.products,
          in: "\(packages.root)/\(member.layout.folder.path)"
        )
        try reading.cache.keep(PackageInterface(state), under: member.key)
      }
    }
    for result in results { try result.get() }
  }

  private func writeUmbrella(of batch: InterfaceBatch) throws {
    let sources = "\(packages.package)/Sources/\(Self.umbrella)"
    try LocalFile.makeDirectories(sources)
    try LocalFile.update("\(sources)/\(Self.umbrella).swift", to: [])
    try LocalFile.update(
      "\(packages.package)/Package.swift",
      to: Array(batch.umbrella(named: Self.umbrella, beside: "../tree").utf8)
    )
  }

  /// The place of a file in the tree; `nil` if it is elsewhere.
  private func path(of file: String) -> TreePath? {
    let start = "\(layout.tree)/"
    return file.hasPrefix(start) ? try? TreePath(String(file.dropFirst(start.count))) : nil
  }

  /// Exists while a build may leave modules with errors.
  private var unsettled: String { "\(layout.build).unsettled" }

  private var packages: PackageBuild {
    PackageBuild(
      toolchain: reading.toolchain,
      target: reading.target,
      package: "\(layout.folder)/umbrella",
      scratch: layout.build,
      root: layout.tree
    )
  }
}
