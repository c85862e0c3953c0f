/// A line of a text, and a column in it.
public struct SourcePosition: Hashable, Sendable {
  /// The number of the line, counted from 1.
  public let line: Int
  /// The number of the column, counted from 1, in bytes; `nil` for the whole line.
  public let column: Int?

  /// Checks nothing: the numbers are those of a text that the position does not know.
  public init(line: Int, column: Int? = nil) {
    self.line = line
    self.column = column
  }
}

extension SourcePosition: Comparable {
  /// Whether the first position comes before the second one; a whole line comes before its columns.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column ?? 0) < (right.line, right.column ?? 0)
  }
}

extension SourcePosition: CustomStringConvertible {
  /// The line and the column, as in `7:9`.
  public var description: String { column.map { "\(line):\($0)" } ?? "\(line)" }
}

/// A run of a text's bytes.
public struct SourceSpan: Hashable, Sendable {
  /// The number of bytes before it.
  public let offset: Int
  /// The number of its bytes.
  public let length: Int

  /// Checks nothing: both numbers are those of a text that the span does not know.
  public init(offset: Int, length: Int) {
    (self.offset, self.length) = (offset, length)
  }

  /// The offset of the first byte behind it.
  public var end: Int { offset + length }

  /// Whether all bytes of another span are in it.
  public func contains(_ other: SourceSpan) -> Bool {
    offset <= other.offset && other.end <= end
  }

  /// The edit that puts `text` in its place.
  public func replaced(by text: String) -> SourceEdit {
    SourceEdit(offset: offset, length: length, replacement: text)
  }
}

/// A run of a text's bytes to be replaced by others.
public struct SourceEdit: Hashable, Sendable {
  /// The offset in bytes from the start of the text before any edit.
  public let offset: Int

  /// The number of replaced bytes; 0 inserts.
  public let length: Int

  /// The new text, which is written as UTF-8.
  public let replacement: String

  /// Checks nothing: edits are checked against the bytes when they are applied.
  public init(offset: Int, length: Int, replacement: String) {
    self.offset = offset
    self.length = length
    self.replacement = replacement
  }

  /// Inserts text and replaces nothing.
  public init(inserting text: String, at offset: Int) {
    self.init(offset: offset, length: 0, replacement: text)
  }
}

extension [UInt8] {
  /// The bytes with all edits done.
  ///
  /// - Throws: `invalid-edits` if the edits are not in ascending order, overlap or leave the bytes.
  ///   Two edits at one offset overlap, since their order would say nothing about the result.
  public func applying(_ edits: [SourceEdit]) throws(ManifestError) -> [UInt8] {
    if edits.isEmpty { return self }
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var end = 0
    var previous: SourceEdit?
    for edit in edits {
      guard edit.offset >= 0, edit.length >= 0, edit.offset <= count,
        edit.length <= count - edit.offset
      else {
        throw ManifestError(
          .invalidEdits,
          "edit of \(edit.length) bytes at \(edit.offset), expected inside \(count) bytes"
        )
      }
      guard edit.offset >= end, edit.offset != previous?.offset else {
        throw ManifestError(
          .invalidEdits,
          "edit at \(edit.offset), expected after the previous one, which ends at \(end)"
        )
      }
      result += self[end..<edit.offset]
      result += [UInt8](edit.replacement.utf8)
      end = edit.offset + edit.length
      previous = edit
    }
    return result + self[end...]
  }
}
