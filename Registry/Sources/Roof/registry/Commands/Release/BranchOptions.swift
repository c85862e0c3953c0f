import ArgumentParser
import Git
import Mirror
import Model
import Releases
import ServerArguments
import Sharing
import Versions

/// The options for releasing on a branch of its own.
struct BranchOptions: ParsableArguments {
  @Option(
    value: OptionValue("name", .branches),
    help: "Make the commit on this branch, without tags; what is checked out does not change."
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

  /// The word for the result of a run that made releases.
  var done: String { branch == nil ? "released" : "proposed" }
}

extension Console {
  /// Says how a made release gets to others, and which releases of other branches are in the way.
  func noteNextStep(
    _ branched: ReleaseBranchResult?,
    isMade: Bool,
    in workspace: borrowing Workspace
  ) throws {
    for conflict in branched?.conflicts ?? [] { note("note: " + conflict.words) }
    guard isMade else { return }
    if try !workspace.repository.remoteURLs().isEmpty {
      note(try branched?.nextStep ?? "push it with '\(workspace.pushCommand())'")
    }
    if branched == nil { try notePublishing(in: workspace) }
  }

  /// Says which registries of the manifest are still to get what was released.
  private func notePublishing(in workspace: borrowing Workspace) throws {
    guard let tip = workspace.tip else { return }
    let targets = try workspace.state(at: tip).manifest.publishTargets.filter(\.value.reminds)
    for name in targets.keys.sorted() {
      note("publish it with 'registry publish --registry \(name)'")
    }
  }
}

extension ReleaseBranchResult {
  fileprivate var nextStep: String {
    let lease = replaced == nil ? "" : "--force-with-lease "
    return "push it with 'git push \(lease)origin \(name)' for a pull request; when that is merged,"
      + " 'registry tags --push' makes the tags"
  }
}

extension ReleaseBranchResult? {
  /// Where releases are, or would be.
  var place: String { map { "on the branch '\($0.name)'" } ?? "released" }
}

extension BranchConflict: JSONObjectRepresentable {
  var members: JSONMembers {
    let kind =
      switch reason {
      case .component: "component"
      case .version: "version"
      case .requirement: "requirement"
      case .dependency: "dependency"
      }
    return [
      "branch": branch, "component": component, "version": version, "kind": kind, "message": words,
    ]
  }
}

extension BranchConflict {
  /// For people, in one sentence.
  var words: String {
    let start = "the branch '\(branch)' releases \(component) \(version)"
    switch reason {
    case .component:
      return start + ", too, and is not merged: when one of the two is, make the other one again"
    case .version:
      return start
        + ", too, and is not merged: only one of the two can be, make the other one again"
    case .requirement(let dependent, let requirement):
      return start + ", which \(dependent) does not allow here (it requires \(requirement)):"
        + " when that is merged, make this one again"
    case .dependency(let dependency, let version, let requirement):
      return start
        + ", which requires \(dependency) \(requirement), and not \(version): when this is"
        + " merged, make that one again"
    }
  }
}
