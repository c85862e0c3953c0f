package import Git

extension TreePath {
  /// Whether the compiler reads it as a source: the snippets of a DocC catalogue are none.
  package var isSwiftSource: Bool {
    string.hasSuffix(".swift") && !string.contains(".docc/")
  }
}
