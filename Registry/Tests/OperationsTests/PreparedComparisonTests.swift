import Checks
import Model
import Releases
import SemverRules
import Versions
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// Which comparisons a plan has done together.
@Suite(.scratchRepository)
struct PreparedComparisonTests {
  private var scratch: Scratch { Scratch.current }

  @Test func `the dependents of a component that breaks are compared together`() throws {
    let dependents = ["Buffet", "Kitchen", "Table"]
    try scratch.makeMonorepo(["Menu"] + dependents)
    for name in dependents { try scratch.writePackage(name, dependsOn: ["../Menu"]) }
    try scratch.commitAll()
    for name in ["Menu"] + dependents { try scratch.bump(name, "1.0.0") }
    try scratch.change("Menu", "fix: salt")
    let interfaces = NotedInterfaces(FakeInterfaces(levels: ["Menu": .breaking]))
    let plan = try PlanReleases(comparing: interfaces).run(in: scratch.workspace())
    #expect(
      plan.words == ["Menu 1.0.0 → 2.0.0"] + dependents.map { "\($0) 1.0.0 → 1.0.1" }
    )
    #expect(interfaces.prepared == [["Menu"], dependents])
    // What is compared was prepared.
    #expect(Set(interfaces.compared).isSubset(of: Set(interfaces.prepared.joined())))
  }
}

/// Notes what it is asked, and answers as another.
private final class NotedInterfaces: InterfaceComparing {
  private let interfaces: FakeInterfaces
  private let notes = Mutex((prepared: [[String]](), compared: [String]()))

  var prepared: [[String]] { notes.withLock(\.prepared) }
  var compared: [String] { notes.withLock(\.compared) }

  init(_ interfaces: FakeInterfaces) {
    self.interfaces = interfaces
  }

  func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {
    notes.withLock { $0.prepared.append(comparisons.map(\.new.name).sorted()) }
  }

  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> InterfaceComparison {
    notes.withLock { $0.compared.append(new.name) }
    return try interfaces.comparison(from: old, to: new, in: workspace, progress: progress)
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Set<String>? {
    try interfaces.exposedModules(of: layout, in: workspace, progress: progress)
  }
}
