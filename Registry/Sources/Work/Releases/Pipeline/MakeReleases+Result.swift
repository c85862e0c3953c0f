package import Base
package import Git
package import Model
import Versions

extension MakeReleases {
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
}
