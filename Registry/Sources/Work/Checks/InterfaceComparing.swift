package import Model
package import SemverRules

/// Compares the public interfaces of two states of a component.
package protocol InterfaceComparing: PlatformChecking {
  /// Does the long work of many comparisons at once.
  ///
  /// A state that does not build is reported by its own comparison.
  func prepare(
    _ comparisons: [ComparisonRequest],
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws

  /// Compares two states of one component, each with the dependencies that it was released with.
  ///
  /// - Parameters:
  ///   - old: `nil` if there is no earlier release.
  ///   - progress: Told what is being done: it may take minutes.
  /// - Throws: If a state does not build, or the tool for the comparison is missing.
  func comparison(
    from old: ComponentLayout?,
    to new: ComponentLayout,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws -> InterfaceComparison

  /// The modules whose types occur in the public interface, including those of dependencies; `nil`
  /// if the component has no library product.
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
  /// There is no library that others could use.
  case noLibrary
  /// There is no earlier release.
  case firstRelease
}
