package import Base
package import Git
package import Model
import Registration
package import Versions

/// Makes packages of targets, each in a commit of its own.
///
/// All commits are worked out before the first one is written. Documentation/Decisions/extraction.md
/// explains what is checked.
package struct ExtractTargets: Sendable {
  package let request: ExtractionRequest
  package let context: WriteContext

  package init(_ request: ExtractionRequest, context: WriteContext = WriteContext()) {
    (self.request, self.context) = (request, context)
  }

  /// What would move, in the order of the commits.
  package struct Preview: Sendable {
    /// `nil` if all was extracted before.
    package let extraction: Extraction?
    /// One for each unit.
    package let results: [ExtractionResult]
    /// The targets that go along without having been asked for.
    package let closure: [String]
    /// The components that were made before.
    package var existing: [ComponentName: TreePath] = [:]
  }

  /// Works out all commits; nothing is written.
  ///
  /// - Throws: What prevents one of them.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Preview {
    try unifyingErrors {
      let base = try workspace.plannedBase()
      let manifest = base.state.manifest
      let neighbours = try NeighbouringPackages(of: base.tree, manifest, in: workspace)
      let existing = request.extracted(among: neighbours, of: manifest)
      guard existing.isEmpty else {
        return Preview(extraction: nil, results: [], closure: [], existing: existing)
      }
      let source = try request.source(
        of: base,
        beside: neighbours,
        in: workspace,
        progress: context.progress
      )
      let extraction = source.extraction
      try Self.checkClean(extraction, source.package, in: workspace)
      var gone: Set<String> = []
      for unit in extraction.units {
        if let obstacle = source.package.obstacles(of: unit, after: gone).first { throw obstacle }
        gone.formUnion(unit.all)
      }
      var files = ExtractionFiles(base)
      var earlier: [String: Extraction.Unit] = [:]
      var results: [ExtractionResult] = []
      for unit in extraction.units {
        try workspace.refuseCollision(of: unit.name, in: base.state)
        let planner = ExtractionPlanner(source: source, earlier: earlier)
        results.append(try planner.result(for: unit, &files, in: workspace))
        for target in unit.targets { earlier[target] = unit }
      }
      let asked = Set(request.targets)
      return Preview(
        extraction: extraction,
        results: results,
        closure: extraction.units.flatMap(\.targets).filter { !asked.contains($0) }
      )
    }
  }

  /// Makes the commits of a preview one after the other.
  ///
  /// - Parameter finished: Called with each result.
  package func run(
    _ preview: Preview,
    in workspace: borrowing Workspace,
    finished: (ExtractionResult) throws -> Void
  ) throws {
    for unit in preview.extraction?.units ?? [] {
      let step = ExtractPackage(unit: unit, request: request, context: context)
      try finished(step.run(in: workspace))
    }
  }

  /// Throws if files that move, or that are rewritten, have changes: later commits would meet them.
  private static func checkClean(
    _ extraction: Extraction,
    _ package: SplitPackage,
    in workspace: borrowing Workspace
  ) throws {
    guard !workspace.repository.isBare else { return }
    let folders = extraction.units.flatMap(\.all).sorted().compactMap {
      package.targets[$0]?.place?.folder
    }
    let files = [package.folder.appending(.packageManifest), workspace.manifestPath]
    let changed = try WorkTree(of: workspace.repository).status(of: folders + files)
      .filter { $0.unstaged != .untracked || $0.staged != nil }
    guard let first = changed.first else { return }
    throw OperationError(
      .uncommittedChanges,
      "'\(first.path)' has uncommitted changes"
        + (changed.count > 1 ? ", and so have \(changed.count - 1) other files" : ""),
      help: "commit or undo them first: the extraction moves or rewrites these files"
    )
  }
}

/// One new package, in one commit.
package struct ExtractPackage: WritingOperation {
  let unit: Extraction.Unit
  let request: ExtractionRequest
  package let context: WriteContext

  package var task: String { "registry extract \(unit.name)" }
  /// It runs manifests.
  package var takesLong: Bool { true }

  package func plan(
    _ base: WriteBase,
    in workspace: borrowing Workspace
  ) throws -> ExtractionResult {
    var request = request
    request.targets = unit.targets
    let source = try request.source(of: base, in: workspace, progress: context.progress)
    if let obstacle = source.package.obstacles(of: unit, after: []).first { throw obstacle }
    var files = ExtractionFiles(base)
    return try ExtractionPlanner(source: source, earlier: [:])
      .result(for: unit, &files, in: workspace)
  }
}
