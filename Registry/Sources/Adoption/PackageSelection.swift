package import Errors
import Git
import GitValues
import Workspace

/// Selects packages of a repository, by patterns as in `.gitignore`.
package struct PackageSelection: Sendable {
  private var included: [AttributePattern] = []
  private var excluded: [AttributePattern] = []
  private var privates: [AttributePattern] = []

  package init() {}

  /// - Parameters:
  ///   - included: If there are any, only folders that one of them matches, and what is below.
  ///   - excluded: No folder that one of them matches, nor what is below.
  ///   - privates: The packages in these folders, and below, are never released.
  package init(
    included: [String],
    excluded: [String],
    private privates: [String] = []
  ) throws(OperationError) {
    self.privates = try privates.map(Self.pattern)
    self.included = try included.map(Self.pattern)
    self.excluded = try excluded.map(Self.pattern)
  }

  /// Whether only named packages are selected, including fixtures.
  var isExplicit: Bool { !included.isEmpty }

  func includes(_ path: TreePath) -> Bool {
    included.isEmpty || Self.matches(path, included)
  }

  func excludes(_ path: TreePath) -> Bool {
    Self.matches(path, excluded)
  }

  func isPrivate(_ path: TreePath) -> Bool {
    Self.matches(path, privates)
  }

  private static func pattern(_ text: String) throws(OperationError) -> AttributePattern {
    let bare = text.hasSuffix("/") ? text.dropLast() : text[...]
    guard let pattern = AttributePattern(Array(bare.utf8)) else {
      throw OperationError(
        .invalidPath,
        "invalid pattern '\(text)', expected one as in '.gitignore'",
        help: "'packages/*' matches each folder in 'packages', '**/Examples' one at any depth"
      )
    }
    return pattern
  }

  /// Whether a pattern matches the folder or one that it is in.
  private static func matches(_ path: TreePath, _ patterns: [AttributePattern]) -> Bool {
    var steps = 0
    return ([path] + path.ancestors).map(\.description).contains { text in
      patterns.contains { $0.matches(text[...].utf8, isFolder: true, steps: &steps) }
    }
  }
}
