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
    /// `nil` to ask for the signer alone.
    package let file: String?
    package let signature: [UInt8]
    package let date: RecordDate
  }

  /// In DER; `nil` if any root is trusted.
  package let roots: [[UInt8]]?
  package let items: [Item]

  package struct Answer: Hashable, Sendable {
    /// What is wrong with each signature; `nil` if it is valid, or was not checked.
    package let faults: [String?]
    /// The subject of each signer's certificate; `nil` if a signature names none.
    package let signers: [String?]

    package init(faults: [String?], signers: [String?]) {
      (self.faults, self.signers) = (faults, signers)
    }
  }

  fileprivate enum Key {
    static let (roots, checks) = ("roots", "checks")
    static let (file, signature, date) = ("file", "signature", "date")
    static let (faults, signers) = ("faults", "signers")
  }

  package init(roots: [[UInt8]]?, items: [Item]) {
    (self.roots, self.items) = (roots, items)
  }

  package var text: String {
    var members: [String: JSONValue] = [
      Key.checks: .array(
        items.map { item in
          var check: [String: JSONValue] = [
            Key.signature: .string(item.signature.base64),
            Key.date: .string(item.date.description),
          ]
          check[Key.file] = item.file.map { .string($0) }
          return .object(check)
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
      guard case .object(let check) = check, let signature = Self.bytes(check[Key.signature]),
        case .string(let text)? = check[Key.date], let date = try? RecordDate(text)
      else { return nil }
      return Item(file: Self.text(check[Key.file]), signature: signature, date: date)
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

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  /// `nil` if it is not an answer to this request.
  package func answer(reading bytes: [UInt8]) -> Answer? {
    guard case .object(let members)? = try? JSONValue(reading: bytes, file: "answer"),
      case .array(let faults)? = members[Key.faults], faults.count == items.count,
      case .array(let signers)? = members[Key.signers], signers.count == items.count
    else { return nil }
    return Answer(faults: faults.map(Self.text), signers: signers.map(Self.text))
  }
}

extension SignatureRequest.Answer {
  private typealias Key = SignatureRequest.Key

  package var text: String {
    let (faults, signers) = (Self.json(faults), Self.json(signers))
    return JSONValue.object([Key.faults: faults, Key.signers: signers]).compact + "\n"
  }

  private static func json(_ texts: [String?]) -> JSONValue {
    .array(texts.map { text in text.map { .string($0) } ?? .null })
  }
}
