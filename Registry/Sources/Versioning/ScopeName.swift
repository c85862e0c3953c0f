/// The scope under which a registry offers its components: the `cookr` of `cookr.ChefSourcing`.
package typealias ScopeName = Name<ScopeRole>

package enum ScopeRole: NameRole {
  package static let noun = "scope"
  package static let maximumLength = 39
  package static let allowsUnderscore = false
}
