/// The name of a component, which is a package name of SE-0292.
package typealias ComponentName = Name<ComponentRole>

package enum ComponentRole: NameRole {
  package static let noun = "component"
  package static let maximumLength = 100
  package static let allowsUnderscore = true
}
