package import Versioning

/// The name of a scaffold; its snapshots are tagged with it, as releases are with their component's.
package typealias ScaffoldName = Name<ScaffoldRole>

package enum ScaffoldRole: NameRole {
  package static let noun = "app"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}
