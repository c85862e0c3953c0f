/// What is known of the documentation of a release, which ``BuildDocumentation`` makes.
package struct ReleaseDocumentation: Hashable, Sendable {
  /// Whether there are pages of DocC.
  package var hasPages = false
  /// Whether the public interface is known.
  package var hasInterface = false

  package init() {}
}
