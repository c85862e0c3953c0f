/// The scope under which a registry offers its components: the `cookr` of `cookr.ChefSourcing`.
public typealias ScopeName = Name<ScopeRole>

public enum ScopeRole: NameRole {
  public static let noun = "scope"
  public static let maximumLength = 39
  public static let allowsUnderscore = false
}
