import Base

/// A line of a release log.
package enum LogRecord: Hashable, Sendable {
  case release(Release)
  case yank(Yank)

  /// The line without its end: compact, with sorted keys, so that equal records have equal lines.
  package var line: String {
    json.compact
  }

  private var json: JSONValue {
    switch self {
    case .release(let release): release.json
    case .yank(let yank): yank.json
    }
  }

  init(reading bytes: ArraySlice<UInt8>, file: String, line: Int) throws(OperationError) {
    let field = try JSONField(reading: Array(bytes), file: file, line: line)
    self = field.has(Yank.Key.yank) ? .yank(try Yank(field)) : .release(try Release(field))
  }
}
