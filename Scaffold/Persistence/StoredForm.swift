import FlowKit

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
  /// - Throws: a `FlowFailure` with code `storageDamaged`.
  static func value<Value: Decodable>(_ type: Value.Type, from document: String) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(document.utf8))
    } catch {
      throw FlowFailure.damaged("the database contains a damaged \(type): \(error)")
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
