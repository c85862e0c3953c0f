import Base
import Foundation
import Git
import Model
import Releases
import Versions
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// A release whose branch moves between planning and writing is the one that would be planned from
/// the newer commit.
@Suite(.scratchRepository)
struct RebasedReleaseTests {
  /// Commits of others, which a release of Menu may depend on or not.
  enum Commits: String, CaseIterable, Sendable {
    case empty
    case otherFile
    case otherComponent
    case component
    case componentAndBack
    case merge
    case changelog
    case attributes
    case linkedFile

    func make(in scratch: Scratch) throws {
      switch self {
      case .empty:
        for _ in 0..<3 { try scratch.git("commit", "-q", "--allow-empty", "-m", "Nothing") }
      case .otherFile: try commit("Notes\n", to: "notes.txt", scratch)
      case .otherComponent: try scratch.change("Table")
      case .component: try scratch.change("Menu", "fix: salt")
      case .componentAndBack:
        try scratch.change("Menu", "fix: salt")
        try scratch.git("revert", "--no-edit", "HEAD")
      case .merge:
        try scratch.git("switch", "-q", "-c", "side", "HEAD~1")
        try scratch.change("Table")
        try scratch.git("switch", "-q", "main")
        try scratch.git("merge", "-q", "--no-edit", "side")
      case .changelog:
        try commit("# All changes\n\n" + scratch.read("CHANGELOG.md"), to: "CHANGELOG.md", scratch)
      case .attributes:
        try commit("Sources/*/Extra.swift export-ignore\n", to: ".gitattributes", scratch)
      case .linkedFile: try commit("All rights\n", to: "LICENSE", scratch)
      }
    }

    private func commit(_ text: String, to file: String, _ scratch: Scratch) throws {
      try scratch.write(text, to: file)
      try scratch.commitAll("Change \(file)")
    }
  }

  private let scratch = Scratch.current

  private func bump(_ context: WriteContext) throws -> MakeReleases {
    MakeReleases(
      component: "Menu",
      version: .exactly(try SemanticVersion("1.1.0")),
      context: context
    )
  }

  @Test(arguments: Commits.allCases, [false, true])
  func `a bump whose branch moved makes the release that it would plan from there`(
    _ commits: Commits,
    hasLink: Bool
  ) throws {
    try scratch.makeMonorepo(["Menu", "Table"])
    try scratch.write("Some rights\n", to: "LICENSE")
    if hasLink {
      try FileManager.default.createSymbolicLink(
        atPath: "\(scratch.path)/Components/Menu/LICENSE",
        withDestinationPath: "../../LICENSE"
      )
    }
    try scratch.commitAll("License")
    for name in ["Menu", "Table"] { try scratch.bump(name, "1.0.0") }
    try scratch.change("Menu", "feat: bake")
    let scratch = scratch
    let moved = Mutex(false)
    let moving = FailureInjection { point in
      guard point == .planned, moved.withLock({ !$0 }) else { return }
      moved.withLock { $0 = true }
      try commits.make(in: scratch)
    }
    let made = try bump(.test(failures: moving)).run(in: scratch.workspace())
    #expect(moved.withLock { $0 })
    let commit = try #require(made.commit)
    #expect(try scratch.git("rev-parse", "\(commit)^") == made.release.record.source.description)

    // The same from the commit before, by a run that knows nothing.
    try scratch.git("tag", "-d", made.release.tag)
    try scratch.git("reset", "-q", "--hard", "\(commit)^")
    let workspace = try scratch.workspace()
    let planned = try bump(.test()).preview(in: workspace)
    #expect(planned.release.record == made.release.record)
    let plan = try #require(planned.plan)
    let tree = try workspace.repository.commit(commit).tree
    let changes = try workspace.repository.changes(
      from: workspace.repository.commit(made.release.record.source).tree,
      to: tree
    )
    #expect(Set(changes.map(\.path)) == Set(plan.files.map(\.path)))
    for file in plan.files {
      #expect(try workspace.content(of: file.path, in: tree) == file.new, "\(file.path)")
    }
    guard case .commit(_, let message, _) = plan.goal else { return }
    #expect(try workspace.repository.commit(commit).message == message)
  }

  @Test func `a dependency that others change meanwhile stands against it`() throws {
    try scratch.makeMonorepo(["Menu", "Table"])
    try scratch.writePackage("Menu", dependsOn: ["../Table"])
    try scratch.commitAll("Depend")
    try scratch.bump("Table", "1.0.0")
    let scratch = scratch
    let moving = FailureInjection { point in
      guard point == .planned, try scratch.git("log", "-1", "--format=%s") != "feat: legs" else {
        return
      }
      try scratch.change("Table", "feat: legs")
    }
    #expect(
      code { _ = try bump(.test(failures: moving)).run(in: scratch.workspace()) }
        == "dependency-unreleased"
    )
    #expect(try scratch.git("tag") == "Table/1.0.0")
  }
}
