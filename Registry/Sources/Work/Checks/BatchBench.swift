import Apps
import Base
import Git
import Model
import SemverRules

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
  /// What is still to be built.
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
    progress: @Sendable (String) -> Void
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
    progress: @Sendable (String) -> Void,
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
    try layout.checkOut(workspace.store(batch.folders), in: workspace)
    try writeUmbrella(of: batch)
  }

  /// Builds a batch and reads its interfaces, if it can be built.
  private func build(
    _ batch: InterfaceBatch,
    _ progress: @Sendable (String) -> Void
  ) throws -> PackageBuild.Outcome {
    let isShallow = purpose == .releases
    if isShallow { try LocalFile.update(unsettled, to: []) }
    let count = batch.members.count
    let task =
      "building \(count) \(isShallow ? "earlier release" : "component")\(count == 1 ? "" : "s")"
    progress(task)
    let outcome = try packages.buildModules(of: Self.umbrella, isShallow: isShallow) {
      progress("\(task): \($0)")
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
    _ progress: @Sendable (String) -> Void
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
