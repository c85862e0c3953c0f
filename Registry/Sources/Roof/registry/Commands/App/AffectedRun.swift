import Apps
import Base
import Checks
import Git
import Model
import Reports
import SemverRules
import Versions

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
