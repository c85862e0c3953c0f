package import Base
package import Git

/// The folder in which all clones of an account share builds, if a person has enabled it.
///
/// Documentation/Decisions/compile-cache.md explains why it is off by default.
package struct AccountCache: Hashable, Sendable {
  /// The absolute path with all links resolved, so that all clones use the same paths.
  package let folder: String

  /// The choice of a command line.
  package enum Choice: Hashable, Sendable {
    /// No choice: the environment decides, and then git's configuration.
    case configured
    case off
    case on
    case at(String)
  }

  /// The environment variable that switches the cache on or off, or has its folder.
  package static let variable = "REGISTRY_CACHE"
  /// The key of git's configuration with the same values.
  package static let key = "registry.cache"

  /// Creates the folder, which only this account can read, and marks it as a cache for backup
  /// programs.
  private init(at path: String) throws(OperationError) {
    folder = try unifyingErrors {
      let path = try LocalFile.absolutePath(path)
      if !LocalFile.exists(path) {
        try LocalFile.makeDirectories(path)
        try LocalFile.setPermissions(path, to: 0o700)
      }
      let mark = "Signature: 8a477f597d28d172789f06886806bc55\n# This is a cache of 'registry'.\n"
      try LocalFile.update("\(path)/CACHEDIR.TAG", to: Array(mark.utf8))
      return try LocalFile.realPath(path)
    }
  }

  /// A folder in it, which is created if it is missing.
  package func folder(_ name: String) throws(OperationError) -> String {
    let path = "\(folder)/\(name)"
    try unifyingErrors { try LocalFile.makeDirectories(path) }
    return path
  }

  fileprivate init?(
    _ choice: Choice,
    _ variable: (String) -> String?,
    configured: () throws(OperationError) -> String?
  ) throws(OperationError) {
    switch choice {
    case .off: return nil
    case .on: try self.init(at: Self.standard(variable))
    case .at(let path): try self.init(at: path)
    case .configured:
      let value: String
      let source: String
      if let text = variable(Self.variable), !text.isEmpty {
        (value, source) = (text, Self.variable)
      } else if let text = try configured() {
        (value, source) = (text, "'\(Self.key)' in git's configuration")
      } else {
        return nil
      }
      switch value.lowercased() {
      case "0", "false", "no", "off", "": return nil
      case "1", "true", "yes", "on": try self.init(at: Self.standard(variable))
      default: try self.init(at: Self.path(value, from: source, variable))
      }
    }
  }

  private static func path(
    _ value: String,
    from source: String,
    _ variable: (String) -> String?
  ) throws(OperationError) -> String {
    if TreePath.isAbsolute(value) { return value }
    if value.hasPrefix("~/"), let home = variable("HOME") { return home + value.dropFirst() }
    throw OperationError(
      .invalidPath,
      "invalid value '\(value)' of \(source), expected 'true', 'false' or an absolute path"
    )
  }

  private static func standard(
    _ variable: (String) -> String?
  ) throws(OperationError) -> String {
    if let caches = variable("XDG_CACHE_HOME"), TreePath.isAbsolute(caches) {
      return "\(caches)/registry"
    }
    guard let home = variable("HOME") ?? CurrentProcess.accountHome, TreePath.isAbsolute(home)
    else {
      throw OperationError(
        .invalidPath,
        "there is no home folder to keep the build cache in",
        help: "name a folder with '--cache-path' or \(Self.variable)"
      )
    }
    #if os(macOS)
      return "\(home)/Library/Caches/registry"
    #else
      return "\(home)/.cache/registry"
    #endif
  }
}

extension AccountCache {
  /// The cache for what is kept for a repository in which nothing may be written: at its usual place,
  /// if no other one is configured; `nil` if it is off.
  package init?(
    besides repository: borrowing Repository,
    variable: (String) -> String? = CurrentProcess.variable
  ) throws(OperationError) {
    let configured = try unifyingErrors { try repository.configuration()[Self.key] }
    let value = variable(Self.variable).flatMap { $0.isEmpty ? nil : $0 } ?? configured
    try self.init(value == nil ? .on : .configured, variable) { () throws(OperationError) in
      configured
    }
  }
}

extension Workspace {
  /// The account's cache; `nil` if it is off.
  package func accountCache(
    _ choice: AccountCache.Choice = .configured,
    variable: (String) -> String? = CurrentProcess.variable
  ) throws(OperationError) -> AccountCache? {
    try AccountCache(choice, variable) { () throws(OperationError) in
      try unifyingErrors { try repository.configuration()[AccountCache.key] }
    }
  }
}
