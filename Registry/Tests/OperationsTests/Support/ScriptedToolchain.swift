import Base
import Checks
import Model
import SemverRules
import Versions
import Synchronization
import Testing

/// Says what a test wants said of interfaces and builds, and remembers what it was asked.
final class ScriptedToolchain: InterfaceComparing, ComponentBuilding {
  typealias Answer = @Sendable (ComponentLayout?, ComponentLayout) throws -> InterfaceComparison

  struct Asked: Sendable {
    var comparisons: [(old: ComponentLayout?, new: ComponentLayout)] = []
    var builds: [ClientLayout] = []
    /// Of releases without a product, which no client can build.
    var lonelyBuilds: [ComponentLayout] = []
    var tests: [ComponentLayout] = []
  }

  private let answer: Answer
  private let buildFailure: OperationError?
  /// Nothing for all components.
  private let failing: Set<String>?
  private let hasProducts: Bool
  private let whileBuilding: @Sendable () throws -> Void
  private let state = Mutex(Asked())

  init(
    buildFailure: OperationError? = nil,
    failing: Set<String>? = nil,
    hasProducts: Bool = true,
    _ answer: @escaping Answer = { old, _ in
      old == nil ? .firstRelease : .difference(InterfaceDifference())
    },
    whileBuilding: @escaping @Sendable () throws -> Void = {}
  ) {
    self.buildFailure = buildFailure
    self.failing = failing
    self.hasProducts = hasProducts
    self.whileBuilding = whileBuilding
    self.answer = answer
  }

  convenience init(_ level: InterfaceLevel) {
    self.init { old, _ in old == nil ? .firstRelease : .difference(.sample(level)) }
  }

  var asked: Asked { state.withLock(\.self) }

  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> InterfaceComparison {
    state.withLock { $0.comparisons.append((old, new)) }
    return try answer(old, new)
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Set<String>? {
    nil
  }

  func build(
    _ layout: ClientLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws -> Bool {
    progress("building \(layout.component)")
    state.withLock { $0.builds.append(layout) }
    try whileBuilding()
    guard hasProducts else { return false }
    if let buildFailure, failing?.contains(layout.component.text) ?? true { throw buildFailure }
    return true
  }

  func buildAlone(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {
    if hasProducts { Issue.record("a release with products is built by a client") }
    state.withLock { $0.lonelyBuilds.append(layout) }
    if let buildFailure, failing?.contains(layout.name) ?? true { throw buildFailure }
  }

  func test(
    _ layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (OperationProgress) -> Void
  ) throws {
    state.withLock { $0.tests.append(layout) }
  }
}

extension InterfaceDifference {
  static let removal = InterfaceChange(
    .declarationRemoved,
    module: "Menu",
    declaration: "cook(_:)",
    words: "func cook(_:) was removed"
  )
  static let addition = InterfaceChange(
    .declarationAdded,
    module: "Menu",
    declaration: "bake(_:)",
    words: "func bake(_:) was added"
  )

  static func sample(_ level: InterfaceLevel) -> InterfaceDifference {
    switch level {
    case .unchanged: InterfaceDifference()
    case .additive: InterfaceDifference([addition])
    case .breaking: InterfaceDifference([addition, removal])
    }
  }
}
