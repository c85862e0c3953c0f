import FlowKit
public import Foundation
public import GRDB

/// How values are written into columns.
public enum StoredForm {
  /// The years 1 to 9999, which every clock and calendar can show.
  private static let instants =
    Date(timeIntervalSince1970: -62_135_596_800)..<Date(timeIntervalSince1970: 253_402_300_800)

  /// The value as the JSON that its own type makes of it, with sorted keys.
  public static func document(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Reads a value back from the JSON in a row's `document`.
  ///
  /// - Parameter name: the column that names the record in messages.
  public static func value<Value: Decodable>(
    _ type: Value.Type,
    in row: Row,
    namedBy name: String = "id"
  ) throws -> Value {
    let name: String = try row.stored(name)
    let document: String = try row.stored("document")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let date = Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
      guard instants.contains(date) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: outOfRange(date))
      }
      return date
    }
    do {
      return try decoder.decode(type, from: Data(document.utf8))
    } catch {
      throw FlowFailure.damaged("\(type) '\(name)' in the database is damaged: \(words(of: error))")
    }
  }

  /// Milliseconds since 1970.
  ///
  /// - Throws: a `FlowFailure` for a time that cannot be stored.
  public static func milliseconds(_ date: Date) throws -> Int64 {
    guard instants.contains(date) else {
      throw FlowFailure(
        .storageFailed,
        "cannot store \(outOfRange(date))",
        help: "check the computer's clock"
      )
    }
    return Int64((date.timeIntervalSince1970 * 1000).rounded())
  }

  /// The instant that many milliseconds after the start of 1970.
  ///
  /// - Parameter record: what it belongs to, for messages.
  public static func date(_ milliseconds: Int64, of record: String) throws -> Date {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    guard instants.contains(date) else {
      throw FlowFailure.damaged("\(record) is damaged: \(outOfRange(date))")
    }
    return date
  }

  private static func outOfRange(_ date: Date) -> String {
    "the time '\(date.timeIntervalSince1970)' in seconds since 1970, expected one in the years 1 to 9999"
  }

  private static func words(of error: any Error) -> String {
    switch error {
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      (context.codingPath.map(\.stringValue) + [context.debugDescription]).joined(separator: ": ")
    default: "\(error)"
    }
  }
}

extension Database {
  /// The values in the documents of the rows that a statement selects; `name` as in
  /// ``StoredForm/value(_:in:namedBy:)``.
  public func documents<Value: Decodable>(
    _ type: Value.Type,
    namedBy name: String = "id",
    _ sql: String,
    _ arguments: StatementArguments = []
  ) throws -> [Value] {
    try Row.fetchAll(self, sql: sql, arguments: arguments)
      .map { try StoredForm.value(type, in: $0, namedBy: name) }
  }
}

extension Row {
  /// The value in a column.
  ///
  /// - Throws: a `FlowFailure` with code `storageDamaged` for one of another type, where GRDB's own
  ///   subscript ends the process.
  public func stored<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    let stored: DatabaseValue = self[column]
    guard let value = Value.fromDatabaseValue(stored) else {
      throw FlowFailure.damaged(
        "the database is damaged: '\(column)' is \(stored), expected \(Value.self)"
      )
    }
    return value
  }
}
