package import Base
package import Git
package import Model
package import Versions

/// The packages that targets of a package can become, in the order in which they can be extracted.
package struct ExtractionPlan: Sendable {
  /// A package that targets can become.
  package struct Entry: Sendable {
    package let unit: Extraction.Unit
    /// The other targets that it needs, directly or through others.
    package let closure: [String]
    /// The commits that changed its folders.
    package let commits: Int
    /// The errors that prevent it.
    package let obstacles: [OperationError]
    /// The packages that it needs and that have obstacles.
    package let blockers: [ComponentName]

    /// Whether it can be extracted as the package is now.
    package var isReady: Bool { obstacles.isEmpty && blockers.isEmpty }
  }

  /// The folder of the package.
  package let package: TreePath
  /// The packages in the order in which they can be extracted.
  package let entries: [Entry]
  /// The test targets that stay.
  package let staying: [Extraction.StayingTest]
}

extension ExtractionRequest {
  /// Works out the order of all targets, or of those that are named and what they need.
  package func plan(
    in workspace: borrowing Workspace,
    progress: @escaping @Sendable (OperationProgress) -> Void = { _ in }
  ) throws(OperationError) -> ExtractionPlan {
    try unifyingErrors {
      let base = try workspace.plannedBase()
      let source = try source(of: base, in: workspace, progress: progress)
      let units = source.extraction.units
      let commits = try Self.commits(of: units, source.package, from: base.tip, in: workspace)
      var gone: Set<String> = []
      var steps = ExtractionSteps(source, on: base)
      // It runs manifests; a plan can be read without.
      let canTry = (try? ToolchainInformation()) != nil
      var entries: [ExtractionPlan.Entry] = []
      for (number, (unit, commits)) in zip(units, commits).enumerated() {
        progress("extracting '\(unit.name)' on trial, \(number + 1) of \(units.count)")
        let closure = source.package.closure(of: unit.targets).subtracting(unit.targets)
        let blockers = entries.filter {
          !$0.obstacles.isEmpty && !closure.isDisjoint(with: $0.unit.targets)
        }.map(\.unit.name)
        var obstacles = source.package.obstacles(of: unit, after: gone)
        // What else `extract` would meet is found by doing all that it does, but for the commit.
        if obstacles.isEmpty, blockers.isEmpty, canTry {
          do { _ = try steps.take(unit, in: workspace) } catch {
            obstacles = [OperationError(error)]
          }
        }
        entries.append(
          ExtractionPlan.Entry(
            unit: unit,
            closure: closure.sorted(),
            commits: commits,
            obstacles: obstacles,
            blockers: blockers
          )
        )
        gone.formUnion(unit.all)
      }
      return ExtractionPlan(
        package: source.package.folder,
        entries: entries,
        staying: source.extraction.staying
      )
    }
  }

  private static func commits(
    of units: [Extraction.Unit],
    _ package: SplitPackage,
    from tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> [Int] {
    let folders = units.map { $0.targets.compactMap { package.targets[$0]?.place?.folder } }
    var graph = CommitGraph()
    let found = try workspace.repository.commits(
      of: folders.joined().map { PathQuery($0) },
      from: tip,
      graph: &graph
    )
    var rest = found[...]
    return folders.map { folders in
      let commits = rest.prefix(folders.count).joined()
      rest = rest.dropFirst(folders.count)
      return Set(commits).count
    }
  }
}
