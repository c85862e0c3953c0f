package import Base

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of certificates: one in DER, or any number in PEM.
package enum CertificateFile {
  private static let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")

  /// The certificates in DER; nothing is read of what they say.
  ///
  /// - Throws: For a file without a certificate.
  package static func certificates(
    in bytes: [UInt8],
    file: String
  ) throws(OperationError) -> [[UInt8]] {
    // The tag of a sequence, with which DER begins and no text of PEM.
    if bytes.first == 0x30 { return [bytes] }
    let text = String(decoding: bytes, as: UTF8.self)
    var certificates: [[UInt8]] = []
    for part in text.split(separator: begin, omittingEmptySubsequences: false).dropFirst() {
      guard let body = part.firstRange(of: end).map({ part[..<$0.lowerBound] }),
        let data = Data(base64Encoded: body.filter { !$0.isWhitespace }), !data.isEmpty
      else {
        throw OperationError(
          .invalidValue,
          "'\(file)' has an incomplete certificate in PEM, expected base64 up to '\(end)'"
        )
      }
      certificates.append(Array(data))
    }
    guard !certificates.isEmpty else {
      throw OperationError(
        .invalidValue,
        "'\(file)' has no certificate, expected one in DER or some in PEM"
      )
    }
    return certificates
  }

  /// The same certificate in PEM.
  package static func text(of certificate: [UInt8]) -> String {
    let digits = Array(certificate.base64.utf8)
    let lines = stride(from: 0, to: digits.count, by: 64).map { start in
      String(decoding: digits[start..<min(start + 64, digits.count)], as: UTF8.self)
    }
    return ([begin] + lines + [end, ""]).joined(separator: "\n")
  }
}
