package import Versions

/// The name of an app; its snapshots are tagged with it, as releases are with their component's.
package typealias AppName = Name<AppRole>

package enum AppRole: NameRole {
  package static let noun = "app"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}
