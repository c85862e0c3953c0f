package import Base

/// The limits on a release log, so that a hostile log costs little time and memory.
package enum LogLimits {
  /// Records, withdrawals and empty lines counted.
  package static let lines = 100_000
  /// In bytes.
  package static let line = 1 << 20
  /// In bytes.
  package static let size = 64 << 20

  /// The lines of a log, counted and measured before any of them is read.
  static func lines(
    of bytes: [UInt8],
    file: String
  ) throws(OperationError) -> [ArraySlice<UInt8>] {
    var lines = bytes.split(
      separator: 0x0A,
      maxSplits: Self.lines,
      omittingEmptySubsequences: false
    )
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard lines.count <= Self.lines else { throw tooLarge("more than \(Self.lines) lines", file) }
    if let long = lines.firstIndex(where: { $0.count > line }) {
      throw tooLarge(
        "a line of \(lines[long].count) bytes, expected at most \(line)",
        file,
        long + 1
      )
    }
    return lines
  }

  /// Refuses a log by its size alone.
  ///
  /// - Parameter file: As it is to be called in messages.
  package static func check(size: Int, file: String) throws(OperationError) {
    guard size <= Self.size else {
      throw tooLarge("\(size) bytes, expected at most \(Self.size)", file)
    }
  }

  private static func tooLarge(
    _ found: String,
    _ file: String,
    _ line: Int? = nil
  ) -> OperationError {
    OperationError(
      .tooLarge,
      "the release log has \(found)",
      help: "'git log --stat -- \(file)' shows which commit added so much"
    ).at(file: file, line: line)
  }
}
