import NIOCore
import Sharing
import Site

/// The URL of the registry in kept pages: without a public URL, one in the place of the host that each
/// request names.
///
/// Anyone can name any host, so kept pages must not differ by it. They differ only by whether clients
/// take its URL without an option, as that of this machine.
struct PageBase: Hashable, Sendable {
  /// Has no meaning, and is known to no one who could write it into a text.
  private static let number = UInt64.random(in: 0...(.max))

  let text: String
  /// Whether each request has its own.
  fileprivate let isReplaced: Bool

  init(of address: Address, isPublic: Bool) {
    guard !isPublic, let scheme = address.base.firstRange(of: "://") else {
      (text, isReplaced) = (address.base, false)
      return
    }
    let isTaken = (try? RegistryAddress(address.base)) != nil
    let host = isTaken ? "localhost:\(Self.number)" : "\(Self.number).invalid"
    (text, isReplaced) = (address.base[..<scheme.upperBound] + host, true)
  }
}

/// The text of a page, in parts with the URL of the registry between them.
struct PageText: Sendable {
  private let parts: [ByteBuffer]

  var size: Int { parts.reduce(0) { $0 + $1.readableBytes } }

  init(_ text: String, at base: PageBase) {
    guard base.isReplaced else {
      parts = [ByteBuffer(string: text)]
      return
    }
    parts = text.utf8.split(separator: Array(base.text.utf8), omittingEmptySubsequences: false)
      .map { ByteBuffer(substring: Substring($0)) }
  }

  func text(for address: Address) -> ByteBuffer {
    guard parts.count > 1 else { return parts[0] }
    var text = parts[0]
    for part in parts.dropFirst() {
      text.writeString(address.base)
      text.writeImmutableBuffer(part)
    }
    return text
  }
}
