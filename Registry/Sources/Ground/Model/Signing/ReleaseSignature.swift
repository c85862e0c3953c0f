package import Base
import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The signatures of a release (SE-0391), in a file beside its record that is named by the archive's
/// checksum.
///
/// A signature of ECDSA has other bytes each time it is made. It is made once and kept, so that each
/// registry and each clone offers the same.
package struct ReleaseSignature: Hashable, Sendable {
  /// The only format that SE-0391 defines: detached CMS in DER, of ECDSA P-256 with SHA-256.
  package static let format = "cms-1.0.0"

  /// The greatest size of a signature in bytes; a chain of ten certificates is smaller.
  package static let largest = 32 << 10

  /// The time of signing: certificates must be valid at that time.
  package let date: RecordDate
  /// The signature of the archive, in the format ``format``.
  package let archive: [UInt8]
  /// The signatures of manifests whose bytes in the archive do not end with one, by file name.
  ///
  /// They are those of releases that were signed after their archives were fixed: clients demand
  /// signed manifests, which are then signed as they are served.
  package let manifests: [String: [UInt8]]

  package init(
    date: RecordDate,
    archive: [UInt8],
    manifests: [String: [UInt8]] = [:]
  ) {
    (self.date, self.archive, self.manifests) = (date, archive, manifests)
  }

  /// The name of the file of a release with this archive.
  package static func fileName(of archive: ArchiveChecksum) -> String {
    "\(archive.hexadecimal).json"
  }

  /// The name of the file with the archive itself, if it is kept as it was uploaded.
  package static func uploadName(of archive: ArchiveChecksum) -> String {
    "\(archive.hexadecimal).zip"
  }
}

extension ReleaseSignature {
  private enum Key: String, JSONKey {
    case archive
    case date
    case format
    case manifests
  }

  /// The text of the file, one line of JSON.
  package var text: String {
    var members: [Key: JSONValue] = [
      .archive: .string(archive.base64),
      .date: .string(date.description),
      .format: .string(Self.format),
    ]
    if !manifests.isEmpty {
      members[.manifests] = .object(manifests.mapValues { .string($0.base64) })
    }
    return JSONValue.members(members).compact + "\n"
  }

  /// Reads the file.
  ///
  /// - Parameter file: The path of the file, for messages.
  /// - Throws: ``OperationError`` for another format, and for a signature that is not base64.
  package init(reading bytes: [UInt8], file: String) throws(OperationError) {
    let object = try JSONField(reading: bytes, file: file).object(Key.self)
    let format = try object.required(.format)
    guard try format.string() == Self.format else {
      throw format.failure(
        .unknownSchema,
        "unknown signature format \(quoted(try format.string())), expected '\(Self.format)'",
        help: "use a newer version of registry"
      )
    }
    try object.refuseOthers()
    date = try object.required(.date).parse(RecordDate.init(_:))
    archive = try Self.signature(object.required(.archive))
    var manifests: [String: [UInt8]] = [:]
    for (name, value) in try object[.manifests]?.entries() ?? [] {
      manifests[name] = try Self.signature(value)
    }
    self.manifests = manifests
  }

  private static func signature(_ field: JSONField) throws(OperationError) -> [UInt8] {
    guard let data = Data(base64Encoded: try field.string()), !data.isEmpty, data.count <= largest
    else {
      throw field.failure(
        .invalidValue,
        "expected a signature in base64 of at most \(largest) bytes"
      )
    }
    return Array(data)
  }
}

extension [UInt8] {
  /// The bytes in the alphabet of RFC 4648, 4, with padding and without line ends.
  package var base64: String { Data(self).base64EncodedString() }
}

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
