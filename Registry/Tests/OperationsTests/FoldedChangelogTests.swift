import Base
import Checks
import Git
import Model
import Releases
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
@testable import Reports
import Testing

/// Long lists of API changes in changelogs.
@Suite(.scratchRepository)
struct FoldedChangelogTests {
  private var scratch: Scratch { .current }

  /// Says that so many declarations were removed and added.
  private struct Interfaces: InterfaceComparing {
    var removed = 0
    var added = 0

    func comparison(
      from old: ComponentLayout?,
      to new: ComponentLayout,
      in workspace: borrowing Workspace,
      progress: @Sendable (OperationProgress) -> Void
    ) throws -> InterfaceComparison {
      let removals = (0..<removed).map { number in
        InterfaceChange(
          .declarationRemoved,
          module: "Menu",
          declaration: "old\(number)",
          words: "var old\(number) was removed"
        )
      }
      let additions = (0..<added).map { number in
        InterfaceChange(
          .declarationAdded,
          module: "Menu",
          declaration: "new\(number)",
          words: "var new\(number) was added"
        )
      }
      return .difference(InterfaceDifference(removals + additions))
    }

    func exposedModules(
      of layout: ComponentLayout,
      in workspace: borrowing Workspace,
      progress: @Sendable (OperationProgress) -> Void
    ) throws -> Set<String>? { [] }
  }

  /// The entry of a release after one with the same number of API changes.
  private func entry(_ interfaces: Interfaces, accepted: String? = nil) throws -> String {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    try scratch.change("Menu", "fix: soup")
    try bump("2.0.0", interfaces, accepted)
    let entry = try scratch.log(of: "Menu").releases.last?.notes
    return try #require(entry)
  }

  private func bump(_ version: String, _ interfaces: Interfaces, _ accepted: String? = nil) throws {
    _ = try MakeReleases(
      component: "Menu",
      version: .exactly(SemanticVersion(version)),
      checks: CandidateInspection(comparing: interfaces, accepted: accepted),
      context: .test()
    ).run(in: scratch.workspace())
  }

  @Test func `some changes of the API are listed as they are`() throws {
    #expect(
      try entry(Interfaces(removed: 1, added: 1)) == """
        ### Fixed

        - soup

        ### Public API

        - **Breaking:** var old0 was removed \\[declaration-removed]
        - var new0 was added \\[declaration-added]
        """
    )
  }

  @Test func `many changes of the API are folded below one line`() throws {
    #expect(
      try entry(Interfaces(removed: 1, added: 5), accepted: "nobody cooks") == """
        ### Fixed

        - soup

        ### Public API

        <details>
        <summary>1 incompatible change and 5 additions</summary>

        - **Breaking:** var old0 was removed \\[declaration-removed]
        - var new0 was added \\[declaration-added]
        - var new1 was added \\[declaration-added]
        - var new2 was added \\[declaration-added]
        - var new3 was added \\[declaration-added]
        - var new4 was added \\[declaration-added]

        </details>

        - Accepted as compatible: nobody cooks
        """
    )
    #expect(
      try scratch.git("log", "-1", "--format=%b") == """
        Fixed:
        - soup

        Public API:
        - 1 incompatible change and 5 additions
        - Accepted as compatible: nobody cooks
        """
    )
    try expectNoMismatch()
  }

  /// Folded lists have lines in common that say nothing.
  @Test func `entries that were edited are not mixed up for what folds them`() throws {
    _ = try entry(Interfaces(added: 6))
    try scratch.change("Menu")
    try bump("2.1.0", Interfaces(added: 7))
    let text = try scratch.read("CHANGELOG.md")
    // A person unfolds one of them, and folds a list of the other one.
    let parts = text.split(separator: "### Menu 2.0.0", maxSplits: 1)
    let newer = parts[0].replacing("<details>\n", with: "").replacing("\n</details>\n", with: "")
    let older = parts[1].replacing("- soup\n", with: "<details>\n\n- soup\n\n</details>\n")
    try scratch.write(newer + "### Menu 2.0.0" + older, to: "CHANGELOG.md")
    try scratch.commitAll("Edit the changelog")
    try expectNoMismatch()
  }

  private func expectNoMismatch() throws {
    let findings = try Verify().run(in: scratch.workspace()).findings
    #expect(findings.filter { $0.code == .changelogMismatch } == [])
  }
}
