import Site
@testable import Server

/// Reads any text as the headers and parts of URLs that the server reads itself.
enum FuzzHeaders {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let text = String(decoding: input, as: UTF8.self)
    for size in [0, 1, 1000] {
      guard case .part(let range) = ByteRange(text, size: size) else { continue }
      precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= size)
    }
    for media in [RegistryMedia.json, .zip, .swift] { try? AcceptedMedia(text).check(media) }
    if let secret = Credentials.secret(in: text) {
      precondition(secret.utf8.count < text.utf8.count)
    }
    if let tags = EntityTags(text) { _ = tags.contains("\"a\"") }
    if let decoded = PercentDecoding.decode(text) {
      precondition(decoded.utf8.count <= text.utf8.count)
    }
    if let version = SwiftVersion(text) { precondition(SwiftVersion("\(version)") == version) }
  }
}
