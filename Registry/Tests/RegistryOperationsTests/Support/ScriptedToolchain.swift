import APICompatibility
import RegistryOperations
import Synchronization

/// Says what a test wants said of interfaces and builds, and remembers what it was asked.
final class ScriptedToolchain: InterfaceComparing, ComponentBuilding {
  typealias Answer = @Sendable (ComponentLayout?, ComponentLayout) throws -> InterfaceComparison

  struct Asked: Sendable {
    var comparisons: [(old: ComponentLayout?, new: ComponentLayout)] = []
    var builds: [ComponentLayout] = []
    var tests: [ComponentLayout] = []
  }

  private let answer: Answer
  private let buildFailure: APICompatibilityError?
  private let state = Mutex(Asked())

  init(
    buildFailure: APICompatibilityError? = nil,
    _ answer: @escaping Answer = { old, _ in
      old == nil ? .firstRelease : .difference(InterfaceDifference())
    }
  ) {
    self.buildFailure = buildFailure
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
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison {
    state.withLock { $0.comparisons.append((old, new)) }
    return try answer(old, new)
  }

  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>? {
    nil
  }

  func build(
    _ layout: ComponentLayout,
    testing: Bool,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {
    state.withLock { state in
      state.builds.append(layout)
      if testing { state.tests.append(layout) }
    }
    if let buildFailure { throw buildFailure }
  }
}

extension InterfaceDifference {
  static let removal = InterfaceChange(
    .breakage,
    module: "Menu",
    declaration: "cook(_:)",
    words: "func cook(_:) was removed"
  )
  static let addition = InterfaceChange(
    .addition,
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
