package import Errors
import Git
package import GitValues
package import Interfaces
import RegistryModel
package import Signing
import Versioning
package import Workspace
package import Writing

/// Releases all changed components, in one commit.
///
/// A component that cannot be released holds back its dependents, and no others.
package struct MakeReleases: WritingOperation {
  package let context: WriteContext
  private let pipeline: ReleasePipeline

  /// - Parameters:
  ///   - planning: The components to release, and how they are compared.
  ///   - isAllOrNothing: Whether to release nothing if a component cannot be released.
  ///   - notes: The text of each changelog entry before the list of changes.
  ///   - listingFirstsSince: A revision; the changelog entries of first releases list the changes
  ///     since then.
  ///   - branch: Gets the commit, without tags; `nil` for the branch that is checked out.
  ///   - signer: `nil` to sign nothing.
  package init(
    _ planning: PlanReleases,
    isAllOrNothing: Bool = false,
    notes: String? = nil,
    listingFirstsSince: String? = nil,
    branch: ReleaseBranch? = nil,
    signer: ReleaseSigner? = nil,
    building: any ComponentBuilding,
    verification: ReleaseVerification,
    context: WriteContext = WriteContext()
  ) {
    self.context = context
    pipeline = ReleasePipeline(
      planning.request,
      checks: CandidateInspection(
        comparing: planning.comparing,
        building: verification.neighbours == .none ? nil : building,
        verification: verification
      ),
      accepting: planning.accepting,
      notes: notes,
      listingFirstsSince: listingFirstsSince,
      isAllOrNothing: isAllOrNothing,
      branch: branch,
      signer: signer,
      context: context
    )
  }

  package struct Result: WritingResult {
    /// The plan, with the reason for each release.
    package let planned: ReleasePlan
    /// `nil` if there is nothing to release.
    package let plan: WritePlan?
    /// `nil` if the releases are for the branch that is checked out.
    package var branch: ReleaseBranchResult?
    package var commit: ObjectID?

    /// As planned, without those of which exactly this content already has the version.
    package var releases: [PreparedRelease] { planned.steps.map(\.prepared) }

    /// What could not be released, by name.
    package var held: [HeldComponent] { planned.held }

    /// The error that the run ends with if it did not release everything that is due; `nil` if it
    /// did.
    package var refusal: OperationError? {
      guard !held.isEmpty else { return nil }
      let names = held.map { "'\($0.name)'" }.shortList()
      let count = held.count == 1 ? "1 component is" : "\(held.count) components are"
      return OperationError(
        .notReleased,
        "\(count) not released: \(names)",
        help: "fix what prevents \(held.count == 1 ? "it" : "them"), commit, and run the command"
          + " again"
      )
    }
  }

  package var task: String { "registry release" }

  package var takesLong: Bool { pipeline.takesLong }

  package var hasTarget: Bool { pipeline.branch != nil }

  package func target(
    at tip: ObjectID,
    in workspace: borrowing Workspace
  ) throws -> TargetBranch? {
    try pipeline.target(at: tip, in: workspace)
  }

  package func plan(_ base: WriteBase, in workspace: borrowing Workspace) throws -> Result {
    try pipeline.run(base, in: workspace)
  }
}
