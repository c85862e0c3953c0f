#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How values are written into columns.
enum StoredForm {
  /// The value as the JSON that its own type makes of it, with sorted keys.
  static func document(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Reads a value back from its JSON.
  ///
  /// - Throws: ``StorageError`` with code `damaged`.
  static func value<Value: Decodable>(_ type: Value.Type, from document: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(document.utf8))
    } catch {
      throw StorageError(
        .damaged,
        "the database holds a damaged \(type): \(error)",
        help: "restore it from a backup, or start a new one with '--database FILE'"
      )
    }
  }

  /// Milliseconds since 1970.
  static func milliseconds(_ date: Date) -> Int64 {
    Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// The instant that many milliseconds after the start of 1970.
  static func date(_ milliseconds: Int64) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
