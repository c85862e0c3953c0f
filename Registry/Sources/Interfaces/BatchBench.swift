import APICompatibility
import Files
import Git
import GitValues
import Layout
import Processes
import RegistryModel
import Workspace
import Writing

/// A folder in which many components are checked out and built as one package, and their interfaces
/// are read.
struct BatchBench {
  private static let umbrella = "RegistryUmbrella"

  /// The states to be released, which must compile; or the releases before them, of which only the
  /// interface is needed.
  enum Purpose: String {
    case candidates
    case releases
  }

  private let purpose: Purpose
  private let layout: ScaffoldLayout
  private let reading: InterfaceReading

  private init(for purpose: Purpose, _ reading: InterfaceReading, _ layout: ScaffoldLayout) {
    (self.purpose, self.reading, self.layout) = (purpose, reading, layout)
  }

  /// Reads the interfaces of all members into the cache, except of those that do not build.
  static func read(
    _ members: [InterfaceBatch.Member],
    for purpose: Purpose,
    _ reading: InterfaceReading,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    let task = "a build of \(members.count) components"
    try Bench(name: purpose.rawValue, toolchain: reading.toolchain)
      .with(for: task, in: workspace, progress: progress) { layout in
        try BatchBench(for: purpose, reading, layout).read(members, in: workspace, progress)
      }
  }

  private func read(
    _ members: [InterfaceBatch.Member],
    in workspace: borrowing Workspace,
    _ progress: @Sendable (String) -> Void
  ) throws {
    var open = InterfaceBatch.batches(of: members)
    while let batch = open.popLast() {
      // A single one gains nothing, but that a release is not compiled as a whole.
      guard batch.members.count > (purpose == .releases ? 0 : 1) else { continue }
      switch try build(batch, in: workspace, progress) {
      case .built: try read(batch, progress)
      case .failed(let files):
        let rest = batch.without(files.compactMap(path(of:)))
        open += rest.members.count < batch.members.count ? [rest] : batch.halves
      }
    }
  }

  private func build(
    _ batch: InterfaceBatch,
    in workspace: borrowing Workspace,
    _ progress: @Sendable (String) -> Void
  ) throws -> PackageBuild.Outcome {
    let isShallow = purpose == .releases
    // A build that may have left errors would hide them from the next one.
    if LocalFile.exists(unsettled) { try LocalFile.removeAll(layout.build) }
    let tree: ObjectID
    do {
      tree = try workspace.store(batch.folders)
    } catch let error as OperationError where error.code == .missingTree {
      // The comparison of the component reports the errors.
      return .failed(files: [])
    }
    try layout.checkOut(tree, in: workspace)
    try writeUmbrella(of: batch)
    if isShallow { try LocalFile.update(unsettled, to: []) }
    let count = batch.members.count
    let task =
      "building \(count) \(isShallow ? "earlier release" : "component")\(count == 1 ? "" : "s")"
    progress(task)
    let outcome = try packages.buildModules(of: Self.umbrella, isShallow: isShallow) {
      progress("\(task): \($0)")
    }
    if isShallow, outcome == .built { try LocalFile.remove(unsettled) }
    return outcome
  }

  /// Reads the interfaces of what was built, on all processors.
  private func read(
    _ batch: InterfaceBatch,
    _ progress: @Sendable (String) -> Void
  ) throws {
    progress("reading the public API of \(batch.members.count) components")
    let commands = try LocalFile.read(packages.commands) ?? []
    let (reading, packages) = (reading, packages)
    let results = batch.members.concurrentMap { member in
      Result {
        let interface = try packages.readInterface(
          of: member.products,
          reading.digester,
          commands: commands,
          to: "\(packages.scratch)/\(member.key).json"
        )
        _ = try reading.cache.keep(interface, under: member.key)
      }
    }
    for result in results {
      do {
        try result.get()
      } catch let error as ProcessError where error.code == .digesterFailed {
        // The comparison reads it again and reports the error.
      }
    }
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
      package: "\(layout.folder)/umbrella",
      scratch: layout.build,
      root: layout.tree
    )
  }
}
