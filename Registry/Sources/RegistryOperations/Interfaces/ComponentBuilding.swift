/// What builds a component alone, beside the releases that it depends on.
package protocol ComponentBuilding: Sendable {
  /// - Parameters:
  ///   - testing: Whether its tests are run too.
  ///   - progress: Told what is being done, in words: it may take minutes.
  /// - Throws: With the compiler's words where it does not build.
  func build(
    _ layout: ComponentLayout,
    testing: Bool,
    in workspace: borrowing Workspace,
    progress: @Sendable (String) -> Void
  ) throws
}
