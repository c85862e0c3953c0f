package import RegistryModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What `registry-signatures` is asked in a file, as JSON, and answers on its standard output.
///
/// What was signed is in files, because archives are large.
package struct SignatureRequest: Hashable, Sendable {
  package struct Item: Hashable, Sendable {
    package let file: String
    package let signature: [UInt8]
    package let date: RecordDate
  }

  /// In DER; `nil` if any root is trusted.
  package let roots: [[UInt8]]?
  package let items: [Item]

  private enum Key {
    static let (roots, checks) = ("roots", "checks")
    static let (file, signature, date) = ("file", "signature", "date")
    static let faults = "faults"
  }

  package init(roots: [[UInt8]]?, items: [Item]) {
    (self.roots, self.items) = (roots, items)
  }

  package var text: String {
    var members: [String: JSONValue] = [
      Key.checks: .array(
        items.map { item in
          .object([
            Key.file: .string(item.file), Key.signature: .string(item.signature.base64),
            Key.date: .string(item.date.description),
          ])
        }
      )
    ]
    members[Key.roots] = roots.map { .array($0.map { .string($0.base64) }) }
    return JSONValue.object(members).compact + "\n"
  }

  /// `nil` if it is not such a request.
  package init?(reading bytes: [UInt8]) {
    guard case .object(let members)? = try? JSONValue(reading: bytes, file: "request"),
      case .array(let checks)? = members[Key.checks]
    else { return nil }
    items = checks.compactMap { check in
      guard case .object(let check) = check, case .string(let file)? = check[Key.file],
        let signature = Self.bytes(check[Key.signature]),
        case .string(let text)? = check[Key.date], let date = try? RecordDate(text)
      else { return nil }
      return Item(file: file, signature: signature, date: date)
    }
    guard items.count == checks.count else { return nil }
    guard let roots = members[Key.roots] else {
      self.roots = nil
      return
    }
    guard case .array(let roots) = roots else { return nil }
    self.roots = roots.compactMap(Self.bytes)
  }

  private static func bytes(_ value: JSONValue?) -> [UInt8]? {
    guard case .string(let text) = value else { return nil }
    return Data(base64Encoded: text).map(Array.init)
  }

  /// The answer: what is wrong with each signature; `nil` if it is valid.
  package static func answer(_ faults: [String?]) -> String {
    let values = faults.map { fault -> JSONValue in fault.map { .string($0) } ?? .null }
    return JSONValue.object([Key.faults: .array(values)]).compact + "\n"
  }

  /// `nil` if it is not an answer to this request.
  package func faults(reading answer: [UInt8]) -> [String?]? {
    guard case .object(let members)? = try? JSONValue(reading: answer, file: "answer"),
      case .array(let faults)? = members[Key.faults], faults.count == items.count
    else { return nil }
    return faults.map { fault in
      if case .string(let text) = fault { text } else { nil }
    }
  }
}
