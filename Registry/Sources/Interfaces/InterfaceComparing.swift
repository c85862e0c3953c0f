package import APICompatibility
package import Workspace

/// Compares the public interfaces of two states of a component.
package protocol InterfaceComparing: Sendable {
  /// Does the long part of many comparisons at once, so that they need not do it one by one.
  ///
  /// A state that does not build is left to its comparison, which says so.
  func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws

  /// Compares two states of one component, each beside the dependencies it was released with.
  ///
  /// - Parameters:
  ///   - old: `nil` if there is no earlier release.
  ///   - progress: Told what is being done, in words: it may take minutes.
  /// - Throws: Where a state does not build, or there is no tool to compare with.
  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison

  /// The modules whose types occur in the public interface, those of dependencies among them;
  /// `nil` if the component has no library product.
  func exposedModules(
    of layout: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> Set<String>?
}

extension InterfaceComparing {
  package func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws {}
}

/// Two states of a component that are to be compared.
package struct ComparisonRequest: Hashable, Sendable {
  /// `nil` if there is no earlier release.
  package let old: ComponentLayout?
  package let new: ComponentLayout

  package init(from old: ComponentLayout?, to new: ComponentLayout) {
    (self.old, self.new) = (old, new)
  }
}

/// The result of a comparison.
package enum InterfaceComparison: Hashable, Sendable {
  case difference(InterfaceDifference)
  /// There is nothing that others could compile against.
  case noLibrary
  /// There is no release before.
  case firstRelease
}
