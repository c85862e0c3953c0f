package import Versions

/// The name of a layer, such as `core` or `feature`.
package typealias LayerName = Name<LayerRole>

package enum LayerRole: NameRole {
  package static let noun = "layer"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}
