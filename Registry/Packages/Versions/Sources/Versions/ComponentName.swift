/// The name of a component: a package name of SE-0292, in the registry's own scope; or, of a package
/// of another scope, its identity, such as `payments.Ledger`.
public typealias ComponentName = Name<ComponentRole>

public enum ComponentRole: NameRole {
  public static let noun = "component"
  public static let maximumLength = 100
  public static let allowsUnderscore = true
  public static let allowsScope = true
}

extension ComponentName {
  /// The name of a package of the registry's own scope.
  public init(parsingOwn text: String) throws(VersionError) {
    // No package name has two dots.
    self = try ComponentName(parsing: "own.\(text)").packageName
  }

  /// The name that a registry has for a package.
  ///
  /// - Parameter own: The registry's own scope, which its names leave out.
  public init(
    parsing name: String,
    of scope: ScopeName,
    in own: ScopeName
  ) throws(VersionError) {
    let name = try ComponentName(parsingOwn: name)
    self = scope.key == own.key ? name : try ComponentName(parsing: "\(scope).\(name)")
  }

  /// `nil` for a package of the registry's own scope.
  public var scope: ScopeName? {
    dot.map { ScopeName(known: text[..<$0]) }
  }

  /// Without the scope.
  public var packageName: ComponentName {
    dot.map { ComponentName(known: text[text.index(after: $0)...]) } ?? self
  }

  /// The identity that clients use, such as `cookr.Menu`.
  ///
  /// - Parameter own: The registry's own scope.
  public func identity(in own: ScopeName) -> String {
    dot == nil ? "\(own).\(text)" : text
  }

  /// The path of the package in a registry, such as `cookr/Menu`.
  public func place(in own: ScopeName) -> String {
    dot.map { "\(text[..<$0])/\(text[text.index(after: $0)...])" } ?? "\(own)/\(text)"
  }

  /// Between the scope and the name.
  private var dot: String.Index? { text.utf8.firstIndex(of: UInt8(ascii: ".")) }
}
