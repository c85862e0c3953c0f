import ArgumentParser
import Base
import Content
import Model
import Reports
import ServerArguments

struct LintCommand: Verb {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json, github, sarif
  }

  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract:
      "Check for everything that prevents a release or a pinned build.",
    usage: "registry lint [--format <format>] [<options>]",
    discussion: """
      Reads the newest commit: manifests that cannot be read without running them, path \
      dependencies that lead to no component, dependencies by branch or revision, unsafe flags, \
      cycles, links, submodules, Git LFS pointers, and dependencies that the layers of the manifest \
      do not allow. Of apps: pins that no releases meet, and packages that are not committed. No \
      release is needed, and nothing is changed. Manifests that compute are run, confined, if \
      the registry's manifest says "manifests": "evaluate" and this clone allows it: \
      'git config registry.evaluate true'.

      Errors are what 'bump', 'release', 'pin' and 'sync' refuse; then the exit status is 1. A dependency \
      that the layers forbid can be accepted in the manifest, with a reason and perhaps a last day:

        "exceptions": {
          "Menu": { "Kitchen": { "reason": "…", "until": "2027-01-31" } }
        }

      Rules for published packages do not bind internal components ("release": "internal" in the \
      manifest). What they would say is listed last, as notes: it has to be fixed before a component \
      can be published.

      A component without a licence file is a warning. Private code needs none: set "license" to \
      "none" in the manifest, for all components or in the entry of one.

        registry lint
        registry lint --format github    annotations in a workflow of GitHub
        registry lint --format sarif     for tools that read SARIF 2.1.0
      """
  )

  @Option(value: "format", help: "The format of the findings.")
  var format: Format?

  @OptionGroup(title: "Common Options") var global: GlobalOptions

  var output: OutputOptions { global.output(format) }

  func validate() throws { try global.check(format) }

  func run(in workspace: borrowing Workspace, _ console: Console) throws {
    let lint = try Lint(secondsSince1970: Int(SystemClock.local.seconds))
    let result = try lint.run(in: workspace)
    switch format {
    case .github: try Stream.output.deliver(result.githubCommands)
    case .sarif: try Stream.output.deliver(result.sarif.json.fileText())
    case .text, .json, nil: try console.show(result)
    }
    if !result.isClean { throw ExitCode(1) }
  }
}

extension Lint.Result: Document {
  /// Whether there are no errors; warnings are possible.
  var isClean: Bool { !findings.contains(where: \.isError) }

  var members: JSONMembers {
    [
      "clean": isClean,
      "components": components,
      "errors": findings.count(where: \.isError),
      "warnings": findings.count { $0.severity == .warning },
      "notes": findings.count { $0.severity == .note },
      "findings": findings,
    ]
  }

  func text(style: Style, width: Int?) -> String {
    findings.text(style: style, listingAllWith: "--format json")
      + "checked \(counted(components, "component")): \(findings.summary(style: style))\n"
  }
}
