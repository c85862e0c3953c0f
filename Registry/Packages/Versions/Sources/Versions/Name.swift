/// The rules for one kind of name: its length, its characters, and its noun in messages.
public protocol NameRole: Sendable {
  /// The noun that messages put before 'name', such as `component`.
  static var noun: String { get }
  /// The greatest length of a name in bytes, without the scope.
  static var maximumLength: Int { get }
  /// Whether `_` may separate the parts of a name, as `-` always may.
  static var allowsUnderscore: Bool { get }
  /// Whether a scope and a dot may precede the name.
  static var allowsScope: Bool { get }
}

extension NameRole {
  /// A role allows no scope unless it says otherwise.
  public static var allowsScope: Bool { false }
}

/// A name in the grammar that SE-0292 (3.6) gives for scopes and package names: letters and digits
/// of ASCII, with single separators between them.
///
/// Equality is that of the spelling. Two names of the same package have the same
/// ``key``; two that must not exist beside each other have the same ``collisionKey``.
public struct Name<Role: NameRole>: Hashable, Sendable {
  /// The spelling that was read, with its letters in the case in which they were written.
  public let text: String

  /// Reads a name, with a scope before it if the role allows one.
  ///
  /// - Throws: ``VersionError`` with the code ``VersionError/Code/invalidName`` for a text that is
  ///   empty, too long, or has other characters, or separators at an end or beside each other.
  public init(parsing text: String) throws(VersionError) {
    if Role.allowsScope, let dot = text.firstIndex(of: ".") {
      _ = try ScopeName(parsing: String(text[..<dot]))
      try Self.check(String(text[text.index(after: dot)...]))
    } else {
      try Self.check(text)
    }
    self.text = text
  }

  /// Creates a name from a part of one that was read.
  init(known text: Substring) { self.text = String(text) }

  private static func check(_ text: String) throws(VersionError) {
    if let fault = fault(in: text) {
      throw VersionError(
        .invalidName,
        "invalid \(Role.noun) name \(quoted(text)), \(fault)",
        help: "use letters and digits, with single \(separators) between them"
      )
    }
  }

  /// The key for lookups, in lower case: registry clients send names in any case.
  public var key: String {
    text.lowercased()
  }

  /// The key for collisions, equal for names that differ only in case, or in `-` against `_`.
  public var collisionKey: String {
    String(key.map { $0 == "_" ? "-" : $0 })
  }

  private static var separators: String {
    Role.allowsUnderscore ? "'-' or '_'" : "'-'"
  }

  private static func fault(in text: String) -> String? {
    let bytes = text.utf8
    guard !bytes.isEmpty else { return "expected at least one character" }
    guard bytes.count <= Role.maximumLength else {
      return "expected at most \(Role.maximumLength) characters, found \(bytes.count)"
    }
    var previousIsSeparator = true
    for byte in bytes {
      let isSeparator =
        byte == UInt8(ascii: "-") || (byte == UInt8(ascii: "_") && Role.allowsUnderscore)
      guard isSeparator || byte.isDigit || byte.isLetter else {
        return "expected only letters, digits and \(separators)"
      }
      guard !(isSeparator && previousIsSeparator) else {
        return "\(separators) must stand between letters or digits"
      }
      previousIsSeparator = isSeparator
    }
    return previousIsSeparator ? "\(separators) must stand between letters or digits" : nil
  }
}

extension Name: Comparable, CustomStringConvertible {
  public static func < (left: Name, right: Name) -> Bool {
    left.text < right.text
  }

  public var description: String {
    text
  }
}

/// The name of a component: a package name of SE-0292, in the registry's own scope; or, of a package
/// of another scope, its identity, such as `payments.Ledger`.
public typealias ComponentName = Name<ComponentRole>

/// The rules for the names of components, which may have a scope before them.
public enum ComponentRole: NameRole {
  public static let noun = "component"
  public static let maximumLength = 100
  public static let allowsUnderscore = true
  public static let allowsScope = true
}

extension ComponentName {
  /// Reads the name of a package of the registry's own scope, which has no scope before it.
  ///
  /// - Throws: ``VersionError`` for anything else.
  public init(parsingOwn text: String) throws(VersionError) {
    // No package name has two dots.
    self = try ComponentName(parsing: "own.\(text)").packageName
  }

  /// Creates the name that a registry has for a package of a scope.
  ///
  /// - Parameters:
  ///   - name: The name of the package, without a scope.
  ///   - scope: The scope that the package is published in.
  ///   - own: The registry's own scope, which its names leave out.
  /// - Throws: ``VersionError`` if `name` is not a package name.
  public init(
    parsing name: String,
    of scope: ScopeName,
    in own: ScopeName
  ) throws(VersionError) {
    let name = try ComponentName(parsingOwn: name)
    self = scope.key == own.key ? name : try ComponentName(parsing: "\(scope).\(name)")
  }

  /// The scope of the package; `nil` if it is the registry's own.
  public var scope: ScopeName? {
    dot.map { ScopeName(known: text[..<$0]) }
  }

  /// The name of the package without the scope.
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

  /// The position of the dot between the scope and the name; `nil` without a scope.
  private var dot: String.Index? { text.utf8.firstIndex(of: UInt8(ascii: ".")) }
}

/// The scope under which a registry offers its components: the `cookr` of `cookr.ChefSourcing`.
public typealias ScopeName = Name<ScopeRole>

/// The rules for scopes: at most 39 characters, without `_`.
public enum ScopeRole: NameRole {
  public static let noun = "scope"
  public static let maximumLength = 39
  public static let allowsUnderscore = false
}
