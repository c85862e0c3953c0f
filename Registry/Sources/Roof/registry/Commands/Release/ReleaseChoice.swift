import ArgumentParser
import Content
import Git
import Model
import Releases
import ServerArguments

/// The options that select the components of a plan.
struct ReleaseChoice: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Only these components, their dependencies, and dependents that need a release.",
      valueName: "name[=version]"
    ),
    completion: .componentsAndGroups
  )
  var names: [String] = []

  @Flag(help: "Include all other components, if some are named with versions.")
  var all = false

  @Option(
    name: .customLong("accept-breaking"),
    value: OptionValue("name=reason", .components),
    help: "Accept incompatible API changes of this component, for this reason, which is recorded."
  )
  var accepted: [String] = []

  /// Throws if changes are accepted that nothing finds.
  func checkAccepted(isUnchecked: Bool) throws {
    guard isUnchecked, !accepted.isEmpty else { return }
    throw ValidationError("'--accept-breaking' and '--no-api-check' cannot be used together")
  }

  func planning(_ progress: @escaping @Sendable (OperationProgress) -> Void) throws -> PlanReleases
  {
    var planning = PlanReleases(
      try names.map { try ReleaseSelection($0) },
      includesAll: all,
      progress: progress
    )
    planning.accepting = try accepted.map { try AcceptedBreakage($0) }
    return planning
  }
}

/// How a plan and its releases are printed.
enum ReleaseFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, markdown
}

/// The option for it, beside `--json`.
struct ReleaseFormatOptions: ParsableArguments {
  @Option(
    value: "format",
    help: "The format of the output; 'markdown' is the text of a pull request."
  )
  var format: ReleaseFormat?

  var isMarkdown: Bool { format == .markdown }
}

/// The option for signing releases while they are made.
struct SigningOptions: ParsableArguments {
  @Option(
    value: OptionValue("key", .file()),
    help: "Sign with the key in this file. (default: git's registry.signingKey)"
  )
  var sign: String?

  func signer(_ context: WriteContext, in workspace: borrowing Workspace) throws -> ReleaseSigner? {
    let signer = try workspace.signer(key: sign, context)
    // Before minutes are spent on comparisons.
    if signer != nil { try SignatureProgram.checkAvailability() }
    return signer
  }
}

extension Workspace {
  /// Returns the signer of releases, by a key or by what git's configuration names; `nil` if it
  /// names nothing.
  ///
  /// Signatures must be valid for the roots that the manifest names.
  borrowing func signer(key: String?, _ context: WriteContext) throws -> ReleaseSigner? {
    guard let tip else { return nil }
    let state = try state(at: tip)
    let roots = try signingRoots(of: state.manifest, in: repository.commit(tip).tree)
    return try ReleaseSigner(
      key: key,
      in: self,
      limit: context.signingLimit,
      checks: SignatureProgram(roots: roots).check
    )
  }
}
