package import Errors
import Git
import GitTool
import GitValues
import Registration
import Versioning
package import Workspace
package import Writing

/// Makes packages of targets, each in a commit of its own.
///
/// All commits are worked out before the first one is written. Documentation/Decisions/extraction.md
/// explains what is checked.
package struct ExtractTargets: Sendable {
  package let request: ExtractionRequest
  package let context: WriteContext
  private let scans = SourceScans()

  package init(_ request: ExtractionRequest, context: WriteContext = WriteContext()) {
    (self.request, self.context) = (request, context)
  }

  /// What would move, in the order of the commits.
  package struct Preview: Sendable {
    package let extraction: Extraction
    /// One for each unit.
    package let results: [ExtractionResult]
    /// The targets that go along without having been asked for.
    package let closure: [String]
  }

  /// Works out all commits; nothing is written.
  ///
  /// - Throws: What prevents one of them.
  package func preview(in workspace: borrowing Workspace) throws(OperationError) -> Preview {
    try unifyingErrors {
      let base = try workspace.plannedBase()
      let source = try request.source(
        of: base.tree,
        base.state.manifest,
        scans,
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
        let planner = ExtractionStepPlanner(
          package: source.package,
          earlier: earlier,
          layer: source.layer,
          reading: source.reading
        )
        try workspace.refuseCollision(of: unit.name, in: base.state)
        let step = try planner.step(unit, &files, in: workspace)
        try step.checkRules(files, in: workspace)
        results.append(try step.result(of: source.package, in: workspace))
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
    for unit in preview.extraction.units {
      let step = ExtractPackage(unit: unit, request: request, scans: scans, context: context)
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
  let scans: SourceScans
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
    let source = try request.source(
      of: base.tree,
      base.state.manifest,
      scans,
      in: workspace,
      progress: context.progress
    )
    if let obstacle = source.package.obstacles(of: unit, after: []).first { throw obstacle }
    var files = ExtractionFiles(base)
    let planner = ExtractionStepPlanner(
      package: source.package,
      earlier: [:],
      layer: source.layer,
      reading: source.reading
    )
    let step = try planner.step(unit, &files, in: workspace)
    try step.checkRules(files, in: workspace)
    return try step.result(of: source.package, in: workspace)
  }
}

extension ExtractionStep {
  /// Throws if git would treat files at their new places differently.
  func checkRules(_ files: ExtractionFiles, in workspace: borrowing Workspace) throws {
    var rules: [TreePath: [UInt8]] = [:]
    let folders = moves.map(\.folder)
    for item in try workspace.repository.gitFiles(anywhereIn: files.tree)
    where [".gitattributes", ".gitignore"].contains(item.path.name) {
      let place = folders.lazy.map { $0.place(of: item.path) }.first { $0 != item.path }
      rules[place ?? item.path] = try workspace.repository.blob(item.id)
    }
    for path in MovedRules.files.prefix(2) {
      if let bytes = try files.content(of: path, in: workspace) { rules[path] = bytes }
    }
    try MovedFiles(moves: moves, rules: rules).check(in: workspace)
  }

  func result(
    of package: SplitPackage,
    in workspace: borrowing Workspace
  ) throws -> ExtractionResult {
    let names = unit.targets
    let what =
      names.count == 1
      ? "the target \(names[0])"
      : names.count == 2
        ? "the targets \(names[0]) and \(names[1])" : "\(names.count) targets"
    let xcode = try XcodeFiles(root: package.root).notes(
      on: unit,
      named: unit.all.union(package.products(of: unit.all)),
      in: workspace
    )
    return ExtractionResult(
      unit: unit,
      component: component,
      moves: moves.map(\.folder),
      notes: notes + xcode + (try workspace.notes(onIgnored: unit.folder)),
      plan: WritePlan(
        .commit(
          files: files,
          message: "Extract \(what) into the package \(unit.folder)\n",
          tags: []
        ),
        reason: "registry: extract \(unit.name)",
        reliesOn: moves.map(\.tree),
        moves: moves
      )
    )
  }
}
