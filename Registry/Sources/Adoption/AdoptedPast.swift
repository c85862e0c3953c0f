package import RegistryModel
package import Versioning
package import Workspace

/// What a repository was before it had a registry, as far as that is told by tags and by the person.
package struct AdoptedPast: Sendable {
  /// Tags of one form that name versions which are not recorded.
  package struct Scheme: Hashable, Sendable {
    package let pattern: TagPattern
    package internal(set) var count: Int
    /// One of the tags.
    package let example: String
  }

  /// A tag of which no release is made, or of no component in particular.
  package struct RefusedTag: Hashable, Sendable {
    package let tag: String
    /// `nil` where the tag names none that there is.
    package let component: ComponentName?
    package let error: OperationError
  }

  /// The forms that were recognised, where none was named.
  package internal(set) var schemes: [Scheme] = []
  /// How many tags name versions in the forms that were asked for; `nil` if none was.
  package internal(set) var matchedTags: Int?
  /// The lowest version first.
  package internal(set) var releases: [ComponentName: [Release]] = [:]
  package internal(set) var refused: [RefusedTag] = []
  package internal(set) var baselines: [ComponentName: Baseline] = [:]

  var releaseCount: Int { releases.values.reduce(0) { $0 + $1.count } }
}
