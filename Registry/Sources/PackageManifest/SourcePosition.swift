/// A place in a manifest as compilers count it: from 1, columns in bytes of UTF-8.
public struct SourcePosition: Hashable, Sendable {
  /// Counted from 1.
  public let line: Int

  /// Counted from 1, in bytes.
  public let column: Int

  /// Takes what another reader of the same bytes counted.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourcePosition: CustomStringConvertible {
  /// As in `7:9`.
  public var description: String {
    "\(line):\(column)"
  }
}
