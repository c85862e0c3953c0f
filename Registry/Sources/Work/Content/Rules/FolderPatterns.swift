package import Base
package import Git
import Model

/// Folders that are selected by patterns as in `.gitignore`.
package struct FolderPatterns: Sendable {
  private var patterns: [AttributePattern] = []

  package init() {}

  /// - Throws: For what is not such a pattern.
  package init(_ texts: [String]) throws(OperationError) {
    for text in texts {
      let bare = text.hasSuffix("/") ? text.dropLast() : text[...]
      guard let pattern = AttributePattern(Array(bare.utf8)) else {
        throw OperationError(
          .invalidPath,
          "invalid pattern '\(text)', expected one as in '.gitignore'",
          help: "'packages/*' matches each folder in 'packages', '**/Examples' one at any depth"
        )
      }
      patterns.append(pattern)
    }
  }

  package var isEmpty: Bool { patterns.isEmpty }

  /// Whether a pattern matches the folder or one that it is in.
  package func match(_ path: TreePath) -> Bool {
    if patterns.isEmpty { return false }
    var steps = 0
    return ([path] + path.ancestors).map(\.description).contains { text in
      patterns.contains { $0.matches(text[...].utf8, isFolder: true, steps: &steps) }
    }
  }
}
