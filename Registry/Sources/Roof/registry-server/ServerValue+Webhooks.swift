import Base
import Model
import Server

extension ServerValue {
  /// - Parameter text: URLs with spaces between them.
  static func webhookURLs(_ text: String) throws(OperationError) -> [String] {
    let urls = text.split(separator: " ").map(String.init)
    for url in urls {
      let rest = ["https://", "http://"].lazy.compactMap { prefix in
        url.hasPrefix(prefix) ? url.dropFirst(prefix.count) : nil
      }.first
      guard let rest, let first = rest.first, first != "/",
        url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
      else {
        throw OperationError(
          .misconfigured,
          "invalid URL '\(url)', expected one such as 'https://ci.example.com/releases'"
        )
      }
    }
    return urls
  }

  /// The one word that a file contains.
  static func secret(inFile path: String) throws(OperationError) -> String {
    guard let bytes = try unifyingErrors({ try LocalFile.read(path) }) else {
      throw OperationError(.misconfigured, "there is no file '\(path)'")
    }
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 1 else {
      throw OperationError(
        .misconfigured,
        "the file '\(path)' has \(words.count) words, expected the secret alone"
      )
    }
    return String(words[0])
  }

  static func webhooks(
    _ urls: [String],
    signedWith secret: String?
  ) throws(OperationError) -> [Webhook] {
    guard let secret else {
      throw OperationError(
        .misconfigured,
        "'--webhook' requires a secret, by which receivers know who sends",
        help: "put one into a file, as 'openssl rand -hex 32' makes it, and name that with"
          + " '--webhook-secret-file'"
      )
    }
    var known: Set<String> = []
    return urls.filter { known.insert($0).inserted }.map { Webhook(url: $0, secret: secret) }
  }
}
