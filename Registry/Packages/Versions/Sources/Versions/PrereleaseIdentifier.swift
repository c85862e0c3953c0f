/// One of the dot-separated identifiers of a pre-release; numbers compare as numbers and come
/// before words, which compare by their bytes (semver.org, 11.4).
public struct PrereleaseIdentifier: Hashable, Sendable {
  private enum Storage: Hashable {
    case number(UInt64)
    case word(String)
  }

  private let storage: Storage

  public init(_ number: UInt64) {
    storage = .number(number)
  }

  /// The value, where it is a number.
  public var number: UInt64? {
    guard case .number(let number) = storage else { return nil }
    return number
  }

  var lowercased: PrereleaseIdentifier {
    guard case .word(let word) = storage else { return self }
    return PrereleaseIdentifier(storage: .word(word.lowercased()))
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  /// Reads one identifier; throws the reason as a fragment that the caller puts into its message.
  init(bytes: some Collection<UInt8>) throws(IdentifierFault) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !bytes.isEmpty else { throw IdentifierFault("empty pre-release identifier") }
    guard bytes.allSatisfy(\.isIdentifierByte) else {
      throw IdentifierFault(
        "pre-release identifier \(quoted(text)) may contain only letters, digits and '-'"
      )
    }
    guard bytes.allSatisfy(\.isDigit) else {
      storage = .word(text)
      return
    }
    do throws(IdentifierFault) {
      storage = .number(try SemanticVersion.number(bytes))
    } catch {
      throw IdentifierFault("pre-release identifier \(quoted(text)) \(error.reason)")
    }
  }
}

extension PrereleaseIdentifier: Comparable {
  public static func < (left: PrereleaseIdentifier, right: PrereleaseIdentifier) -> Bool {
    switch (left.storage, right.storage) {
    case (.number(let left), .number(let right)): left < right
    case (.number, .word): true
    case (.word, .number): false
    case (.word(let left), .word(let right)): left < right
    }
  }
}

extension PrereleaseIdentifier: CustomStringConvertible {
  public var description: String {
    switch storage {
    case .number(let number): number.description
    case .word(let word): word
    }
  }
}

/// The fault of an identifier, without the version that contains it.
struct IdentifierFault: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension UInt8 {
  var isDigit: Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
  }

  var isLetter: Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20
  }

  var isIdentifierByte: Bool {
    isDigit || isLetter || self == UInt8(ascii: "-")
  }
}
