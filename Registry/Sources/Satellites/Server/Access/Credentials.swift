#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The secret of an Authorization header: as a bearer token, or as the password of any user.
enum Credentials {
  /// `nil` for a header of another form.
  static func secret(in header: String) -> String? {
    let parts = header.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    switch parts[0].lowercased() {
    case "bearer": return parts[1].trimmed
    case "basic":
      guard let bytes = Data(base64Encoded: parts[1].trimmed),
        let text = String(validating: bytes, as: UTF8.self),
        let colon = text.firstIndex(of: ":")
      else { return nil }
      return String(text[text.index(after: colon)...])
    default: return nil
    }
  }
}
