import Base

/// The name of a file's content: its SHA-256.
struct ContentID: Hashable, Sendable {
  /// 64 digits in lower case.
  let hex: String

  init(of content: [UInt8]) {
    hex = Hexadecimal.text(SHA256.digest(of: content))
  }

  /// `nil` for any other text.
  init?(_ text: Substring) {
    guard text.utf8.count == 64, text.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) else {
      return nil
    }
    hex = String(text)
  }
}
