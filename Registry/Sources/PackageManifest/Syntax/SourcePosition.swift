/// A place in a manifest as compilers count it: from 1, columns in bytes of UTF-8.
package struct SourcePosition: Hashable, Sendable {
  /// Counted from 1.
  package let line: Int

  /// Counted from 1, in bytes.
  package let column: Int

  /// Takes what another reader of the same bytes counted.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// As in `7:9`.
  package var description: String {
    "\(line):\(column)"
  }
}
