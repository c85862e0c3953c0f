package import Base
package import Model
package import Versions

/// The earlier releases of a repository, as far as tags and the person name them.
package struct AdoptedPast: Sendable {
  /// Tags of one form that name versions which are not recorded.
  package struct Scheme: Hashable, Sendable {
    package let pattern: TagPattern
    package internal(set) var count: Int
    /// One of the tags.
    package let example: String
  }

  /// A tag from which no release is made, or that names no component.
  package struct RefusedTag: Hashable, Sendable {
    package let tag: String
    /// `nil` if the tag names no existing component.
    package let component: ComponentName?
    package let error: OperationError
  }

  /// The recognized forms, if none was named.
  package internal(set) var schemes: [Scheme] = []
  /// The number of tags of the requested forms; `nil` if none was requested.
  package internal(set) var matchedTags: Int?
  /// The lowest version first.
  package internal(set) var releases: [ComponentName: [Release]] = [:]
  package internal(set) var refused: [RefusedTag] = []
  package internal(set) var baselines: [ComponentName: Baseline] = [:]

  var releaseCount: Int { releases.values.reduce(0) { $0 + $1.count } }
}
