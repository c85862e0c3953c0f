import Apps
import ArgumentParser
import Base
import Checks
import Git
import Model
import Reports
import SemverRules
import ServerArguments
import Versions

/// The options of `build` and `test`, which are for the app, or for what changes affect.
struct AppOptions: ParsableArguments {
  @OptionGroup var layout: LayoutOptions

  @OptionGroup var caching: CacheOptions

  @Flag(help: "Instead of the app alone, each component and app that changes affect.")
  var affected = false

  @Option(
    value: .revision,
    help: "With '--affected', compare with this revision instead of the newest commit."
  )
  var since: String?

  func validate() throws {
    guard since == nil || affected else {
      throw ValidationError("'--since' needs '--affected'")
    }
    guard !affected || layout.choice.app == nil else {
      throw ValidationError("'--affected' and '--app' cannot be combined")
    }
  }

  /// - Parameter arguments: For the package manager.
  func run(
    _ verb: AffectedRun.Verb,
    _ arguments: [String],
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws {
    if affected {
      return try AffectedRun(
        verb: verb,
        since: since,
        arguments: arguments,
        options: layout
      ).run(in: workspace, console)
    }
    let app = try AppBuild(layout, caching, arguments: arguments, in: workspace, console)
    if verb == .build, try app.build(arguments) != nil { return }
    // What this process has taken of the cache stays taken by the one that it becomes.
    try withExtendedLifetime(app) {
      try PackageManager(layout: app.layout).become(verb.rawValue, arguments)
    }
  }
}

/// The option that selects an app.
struct AppChoice: ParsableArguments {
  @Option(value: OptionValue("name", .apps), help: "The app, if the manifest lists several.")
  var app: String?
}

/// The options of all commands that check out the pinned tree.
struct LayoutOptions: ParsableArguments {
  @Flag(help: "Include uncommitted changes, except those of pinned components.")
  var worktree = false

  @Flag(help: "Overwrite edits in the checked-out tree.")
  var discardEdits = false

  @OptionGroup var choice: AppChoice

  /// Lays it out, and says what there is to know beside the result.
  ///
  /// - Parameter product: What is going to be run, which tells the app where none is named.
  func sync(
    for product: String? = nil,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> Sync.Result {
    try sync(tree(for: product), in: workspace, console)
  }

  func sync(
    _ tree: PinnedTreePlan,
    in workspace: borrowing Workspace,
    _ console: Console
  ) throws -> Sync.Result {
    let sync = operation(tree, console)
    let result = try console.clearingProgress { try sync.run(in: workspace) }
    console.note(result.notes)
    return result
  }

  func tree(for product: String?) -> PinnedTreePlan {
    PinnedTreePlan(app: choice.app, product: product, usesWorkingFiles: worktree)
  }

  /// Returns the operation that checks the tree out.
  func operation(_ tree: PinnedTreePlan, _ console: Console) -> Sync {
    Sync(
      tree: tree,
      discardsEdits: discardEdits,
      context: WriteContext(progress: { console.showProgress($0) })
    )
  }
}

/// Builds or tests what changes affect, one package after the other.
///
/// A component is built from the working tree, in its own folder; an app from its pins and the
/// working tree of everything else.
struct AffectedRun {
  enum Verb: String {
    case build
    case test
  }

  let verb: Verb
  let since: String?
  /// For the package manager.
  let arguments: [String]
  let options: LayoutOptions

  /// Runs them all, even if some fail.
  ///
  /// - Throws: For those that failed.
  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    guard let root = workspace.repository.workingDirectory else { throw OperationError.bare }
    let parts = try Affected(since: since, usesWorkingFiles: true).run(in: workspace)
    guard !parts.components.isEmpty || !parts.apps.isEmpty else {
      console.note("no component or app is affected")
      return
    }
    var failed: [String] = []
    let toolchain = StockToolchain()
    let manifest = try workspace.workingState().manifest
    for part in parts.components {
      let place = ["--package-path", "\(root)/\(part.path)"]
      let targets: [BuildTarget]
      do {
        targets = try toolchain.targets(of: part.name, in: manifest, at: "\(root)/\(part.path)")
      } catch let error as OperationError where error.code == .platformUnavailable {
        console.note("note: \(error.message): it is left out")
        continue
      }
      for target in targets {
        let isBuilt = try swift(
          part.name.text,
          hasTests: part.hasTests,
          place + target.arguments,
          for: target,
          console
        )
        if !isBuilt { failed.append("\(part.name)\(target.words)") }
      }
    }
    for part in parts.apps {
      guard part.isPackage else {
        console.note("note: '\(part.name)' is affected and is not a Swift package: it is left out")
        continue
      }
      let tree = PinnedTreePlan(app: part.name.text, usesWorkingFiles: true)
      let layout = try options.sync(tree, in: workspace, console)
      let place = ["--package-path", layout.packagePath, "--scratch-path", layout.layout.build]
      if try !swift(part.name.text, hasTests: part.hasTests, place, console) {
        failed.append(part.name.text)
      }
    }
    guard failed.isEmpty else { throw failure(of: failed) }
  }

  /// - Returns: Whether it succeeded.
  private func swift(
    _ name: String,
    hasTests: Bool,
    _ place: [String],
    for target: BuildTarget = .host,
    _ console: Console
  ) throws -> Bool {
    // The package manager takes a package without tests for a fault, and runs them only here.
    let verb = hasTests && target.runsHere ? verb : .build
    let buildsTests = hasTests && verb != self.verb
    let words = verb.rawValue + (buildsTests ? " --build-tests" : "")
    console.note("\(name): swift \(words)\(target.words)")
    let isAsked = verb == self.verb
    return try ToolProcess(
      program: "swift",
      arguments: [verb.rawValue] + place + (buildsTests ? ["--build-tests"] : [])
        + (isAsked ? arguments : [])
    ).runAttached() == 0
  }

  private func failure(of names: [String]) -> OperationError {
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    return OperationError(
      verb == .test ? .testsFailed : .buildFailed,
      "the \(verb == .test ? "tests" : "build") failed for \(list)",
      help: "see the output above"
    )
  }
}
