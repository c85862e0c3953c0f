import ArgumentParser
import Git
import Mirroring
import Releases
import Sharing
import Workspace

/// The options for releasing on a branch of its own.
struct BranchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Make the commit on this branch, without tags; what is checked out does not change.",
      valueName: "name"
    ),
    completion: .branches
  )
  var branch: String?

  @Flag(
    name: .customLong("replace"),
    help: "Replace that branch, even if it has commits that no release made."
  )
  var replacesCommits = false

  func validate() throws {
    if replacesCommits, branch == nil {
      throw ValidationError("'--replace' needs '--branch'")
    }
  }

  var target: ReleaseBranch? {
    branch.map { ReleaseBranch($0, replacesCommits: replacesCommits) }
  }
}

extension Console {
  /// Says how a made release gets to others, and which releases of other branches are in the way.
  func noteNextStep(
    _ branched: ReleaseBranchResult?,
    isMade: Bool,
    in workspace: borrowing Workspace
  ) throws {
    for conflict in branched?.conflicts ?? [] { note("note: " + conflict.words) }
    guard isMade, try !workspace.repository.remoteURLs().isEmpty else { return }
    guard let branched else { return note("push it with '\(try workspace.pushCommand())'") }
    let lease = branched.replaced == nil ? "" : "--force-with-lease "
    note(
      "push it with 'git push \(lease)origin \(branched.name)' for a pull request; when that is merged,"
        + " 'registry tags --push' makes the tags"
    )
  }
}
