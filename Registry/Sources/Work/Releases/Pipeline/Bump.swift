package import Checks
package import Content
package import Git
package import Model
package import Versions

/// Releases a component: records its tree, under its next version, in one commit.
package struct Bump: WritingOperation {
  package let context: WriteContext
  private let component: String
  private let releases: MakeReleases

  /// - Parameters:
  ///   - component: As it was typed.
  ///   - notes: The text of the changelog entry before the list of changes.
  ///   - listingFirstsSince: A revision; the changelog of a first release lists the changes since
  ///     then.
  ///   - checks: `nil` to neither compare nor build, in which case the record has no result of a
  ///     comparison.
  ///   - branch: Gets the commit, without a tag; `nil` for the branch that is checked out.
  ///   - signer: `nil` to sign nothing.
  package init(
    component: String,
    version: VersionChoice,
    notes: String? = nil,
    listingFirstsSince: String? = nil,
    checks: CandidateInspection? = nil,
    branch: ReleaseBranch? = nil,
    signer: ReleaseSigner? = nil,
    context: WriteContext = WriteContext()
  ) {
    (self.component, self.context) = (component, context)
    var releases = MakeReleases(.component(component, version), checks: checks, context: context)
    (releases.notes, releases.listingFirstsSince) = (notes, listingFirstsSince)
    (releases.branch, releases.signer) = (branch, signer)
    self.releases = releases
  }

  /// The result of the release.
  package struct Result: WritingResult {
    package let component: ComponentName
    package let release: Release
    /// Whether this run signs it.
    package let isSigned: Bool
    /// The name of the tag, without `refs/tags/`.
    package let tag: String
    /// The component's previous release; the changelog entry lists the changes since.
    package let previous: Release?
    /// The result of comparing the public interface; `nil` if it was not compared.
    package let evidence: InterfaceEvidence?
    /// The plan of the commit; `nil` if exactly this content already has this version.
    package let plan: WritePlan?
    /// The branch with the release; `nil` if it is for the branch that is checked out.
    package let branch: ReleaseBranchResult?
    package var commit: ObjectID?
  }

  package var task: String { "registry bump \(component)" }

  package var takesLong: Bool { releases.takesLong }

  package var hasTarget: Bool { releases.hasTarget }

  package func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? {
    try releases.target(at: tip, in: workspace)
  }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    let result = try releases.plan(base, in: workspace)
    if let made = result.planned.steps.first?.prepared {
      return Result(
        component: made.component,
        release: made.release,
        isSigned: made.signature != nil,
        tag: made.tag,
        previous: made.previous,
        evidence: made.evidence,
        plan: result.plan,
        branch: result.branch
      )
    }
    guard let existing = result.planned.existing.first else {
      preconditionFailure("a component that is named is released, was released, or is refused")
    }
    return Result(
      component: existing.component,
      release: existing.release,
      isSigned: false,
      tag: existing.release.ownTag(of: existing.component),
      previous: existing.previous,
      evidence: nil,
      plan: nil,
      branch: nil
    )
  }
}
