package import Git

extension TreePath: ExpressibleByStringLiteral {
  /// A path that the test itself spells.
  package init(stringLiteral text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' is spelled in a test and must be a path: \(error)")
    }
  }
}
