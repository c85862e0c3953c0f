package import Base
import Model

/// The token for a registry, from a place that no other account can read.
package struct AccessToken: Sendable {
  private static let variable = "REGISTRY_TOKEN"

  package let secret: String

  /// - Parameter file: `nil` for the variable `REGISTRY_TOKEN`; without it, there is no token.
  package init?(file: String?) throws(OperationError) {
    let place = file.map { "the file '\($0)'" } ?? "the variable '\(Self.variable)'"
    let text: String
    if let file {
      guard let bytes = try unifyingErrors({ try LocalFile.read(file) }) else {
        throw OperationError(.invalidToken, "there is no token file '\(file)'")
      }
      text = String(decoding: bytes, as: UTF8.self)
    } else {
      guard let value = CurrentProcess.variable(Self.variable) else { return nil }
      text = value
    }
    let secret = text.split(whereSeparator: \.isWhitespace)
    guard secret.count == 1, secret[0].utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw OperationError(
        .invalidToken,
        "\(place) \(secret.isEmpty ? "is empty" : "contains no token"), expected one word",
        help: file == nil
          ? "set it to a token from the registry's operator, or unset it to sign in as"
            + " 'swift package-registry login' has stored it"
          : "put a token from the registry's operator into it"
      )
    }
    self.secret = String(secret[0])
  }
}
