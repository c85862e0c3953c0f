/// The differences between two public interfaces.
package struct InterfaceDifference: Hashable, Sendable {
  /// Sorted, each once.
  package let changes: [InterfaceChange]

  package init(_ changes: [InterfaceChange] = []) {
    self.changes = Set(changes).sorted()
  }

  package var level: InterfaceLevel {
    changes.map { $0.kind == .breakage ? .breaking : .additive }.max() ?? .unchanged
  }

  package var breakages: [InterfaceChange] {
    changes.filter { $0.kind == .breakage }
  }

  package var additions: [InterfaceChange] {
    changes.filter { $0.kind == .addition }
  }
}
