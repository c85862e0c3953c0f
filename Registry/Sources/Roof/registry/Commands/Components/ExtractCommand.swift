import ArgumentParser
import Base
import Extract
import Git
import Model
import Registration
import ServerArguments
import Versions

struct ExtractCommand: WritingVerb {
  static let configuration = CommandConfiguration(
    commandName: "extract",
    abstract: "Make packages of the targets of a package.",
    usage: "registry extract (<target> ... | --plan) [--together <name>] [<options>]",
    discussion: """
      Moves the folders of a target and of its tests to a package of their own, with a manifest that \
      says what the old one says of them; removes them from the old manifest, which depends on the \
      new package by path; lists the package as a component; and commits that. What the target needs \
      becomes packages too, each in a commit that builds, or one package with all of it: \
      '--together'. The toolchain runs the manifests, before and after, and nothing is written unless \
      they say the same. 'git revert' undoes such a commit.

      Tests stay where they need targets that stay. What only they need becomes a private component.

        registry extract --plan
        registry extract SharedModels --dry-run
        registry extract ApiClient SharedModels --layer core
        registry extract ServerRouter --together Server
      """
  )

  @Argument(help: "Targets, as the manifest names them.")
  var targets: [String] = []

  @Flag(
    help: """
      Print the packages that the targets can become, in the order in which they can be extracted, \
      and what prevents it. Without targets, all of the package.
      """
  )
  var plan = false

  @Option(value: "name", help: "Make one package of all of them.")
  var together: String?

  @Option(value: .folder, help: "The package that has the targets.")
  var package: String?

  @Option(
    value: .folder,
    help: "The folder for the new packages; without it, the one that most components are in."
  )
  var into: String?

  @Option(
    help: "The layer of the new components; without it, the lowest that their dependencies allow.",
    completion: .layers
  )
  var layer: String?

  @Flag(help: "Also move what the targets need, without asking.")
  var yes = false

  @OptionGroup var writing: WritingOptions

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  func validate() throws {
    guard plan || !targets.isEmpty else {
      throw ValidationError("expected the targets to extract, or '--plan'")
    }
    guard together == nil || !targets.isEmpty else {
      throw ValidationError("'--together' needs the targets of the package")
    }
  }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let request = ExtractionRequest(
      targets,
      together: together,
      package: try package.map { try folder($0, in: workspace) },
      into: try into.map { try workspace.path(typed: $0, in: global.directory) },
      layer: layer
    )
    if plan {
      let plan = try console.clearingProgress {
        try request.plan(in: workspace) { console.showProgress($0) }
      }
      try console.show(plan)
      return
    }
    let extract = ExtractTargets(request, context: writing.context(console))
    let preview = try console.clearingProgress { try extract.preview(in: workspace) }
    var results = preview.results
    if !writing.dryRun {
      try confirm(preview, console)
      results = []
      try console.clearingProgress {
        try extract.run(preview, in: workspace) { results.append($0) }
      }
    }
    try console.show(ExtractionDocument(preview: preview, results: results, mode: writing.mode))
    for result in preview.results {
      console.note(result.notes)
    }
  }

  /// The root of the repository is a package's folder, though no component's.
  private func folder(
    _ typed: String,
    in workspace: borrowing Workspace
  ) throws -> TreePath {
    let isRoot = try LocalFile.realPath(typed) == workspace.repository.workingDirectory
    return isRoot ? .root : try workspace.path(typed: typed, in: global.directory)
  }

  /// Shows what goes along before anything moves.
  private func confirm(_ preview: ExtractTargets.Preview, _ console: Console) throws {
    guard !preview.closure.isEmpty, together == nil, !yes else { return }
    let names = preview.closure.map { "'\($0)'" }.joined(separator: ", ")
    let count = preview.results.count
    let question = """
      \(targets.map { "'\($0)'" }.joined(separator: ", ")) \(targets.count == 1 ? "needs" : "need") \
      other targets, which become packages too: \(names)
      Make \(count) packages, in as many commits?
      """
    guard !console.confirm(question) else { return }
    throw OperationError(
      .moreTargets,
      "other targets are needed, which would become packages too: \(names)",
      help: "look at it with '--dry-run', then add '--yes'; or make one package of all of them:"
        + " '--together NAME'"
    )
  }
}

/// Packages that were made of targets, or would be.
struct ExtractionDocument: Document {
  let preview: ExtractTargets.Preview
  let results: [ExtractionResult]
  let mode: WritingMode
  private var isDryRun: Bool { mode != .real }
  private var isUnchanged: Bool { preview.extraction == nil }

  var members: JSONMembers {
    [
      "outcome": isUnchanged ? "unchanged" : isDryRun ? "planned" : "extracted",
      "packages": results.map { result in
        [
          "name": result.unit.name,
          "path": result.unit.folder,
          "targets": result.unit.targets,
          "tests": result.unit.tests,
          "layer": result.component.layer,
          "private": result.component.isPrivate ? true : nil,
          "notes": result.notes.unlessEmpty,
          "commit": result.commit,
          "plan": mode.document(result.plan),
        ] as JSONMembers
      },
      "staying": (preview.extraction?.staying ?? []).map {
        ["name": $0.name, "reason": $0.reason] as JSONMembers
      },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    if isUnchanged {
      return preview.existing.sorted { $0.key < $1.key }
        .map { "\($0) is extracted already: \($1)\n" }.joined()
    }
    var text = results.map { result in
      let name = style(.bold, result.unit.name.text)
      let verb = isDryRun ? "would be" : "is"
      var lines = "\(name) \(verb) extracted: \(result.unit.folder)"
      if let layer = result.component.layer { lines += " in the layer \(layer)" }
      if result.component.isPrivate { lines += ", private, since only tests need it" }
      lines += "\n"
      if !isDryRun { for move in result.moves { lines += "  \(move.from) → \(move.to)\n" } }
      if let commit = result.commit {
        lines += "  \(style(.dim, "commit"))  \(commit.hex.prefix(12))\n"
      }
      if let plan = mode.document(result.plan) {
        lines += plan.text(style: style, width: width) + "\n"
      }
      return lines
    }.joined()
    let staying = preview.extraction?.staying ?? []
    if !staying.isEmpty {
      text += "\(style(.dim, "tests that stay (\(staying.count))"))\n"
      text += staying.map { "  \($0.name): \($0.reason)\n" }.joined()
    }
    return text
  }
}

extension ExtractionPlan: Document {
  var members: JSONMembers {
    [
      "package": package,
      "targets": entries.map { entry in
        [
          "name": entry.unit.name,
          "path": entry.unit.folder,
          "targets": entry.unit.targets,
          "tests": entry.unit.tests,
          "needs": entry.closure,
          "commits": entry.commits,
          "private": entry.unit.isPrivate ? true : nil,
          "blockedBy": entry.blockers.unlessEmpty,
          "obstacles": entry.obstacles,
        ] as JSONMembers
      },
      "staying": staying.map { ["name": $0.name, "reason": $0.reason] as JSONMembers },
    ]
  }

  func text(style: Style, width: Int?) -> String {
    var table = Table("", "TARGET", "NEEDS", "TESTS", "COMMITS", "OBSTACLES")
    for (index, entry) in entries.enumerated() {
      let own = entry.obstacles.isEmpty ? [] : ["\(entry.obstacles.count)"]
      let blockers = entry.blockers.map { "of \($0)" }
      table.add(
        Table.Cell("\(index + 1)", .dim),
        Table.Cell(entry.unit.name.text + (entry.unit.isPrivate ? " (private)" : ""), .bold),
        Table.Cell("\(entry.closure.count)"),
        Table.Cell("\(entry.unit.tests.count)"),
        Table.Cell("\(entry.commits)"),
        Table.Cell((own + blockers).joined(separator: ", "), .yellow)
      )
    }
    var text = table.text(width: width, style: style)
    let blocked = entries.filter { !$0.obstacles.isEmpty }
    if !blocked.isEmpty {
      text += "\n\(style(.dim, "obstacles"))\n"
      for entry in blocked {
        for obstacle in entry.obstacles {
          let place = obstacle.context.map { "\($0.printable): " } ?? ""
          text += "  \(style(.bold, entry.unit.name.text)): \(place)\(obstacle.message.printable)\n"
          if let help = obstacle.help { text += "    help: \(help.printable)\n" }
        }
      }
    }
    if !staying.isEmpty {
      text += "\n\(style(.dim, "tests that stay (\(staying.count))"))\n"
      text += staying.map { "  \($0.name): \($0.reason)\n" }.joined()
    }
    let ready = entries.count(where: \.isReady)
    text += "\n\(ready) of \(entries.count) targets can be packages of their own\n"
    return text
  }
}
