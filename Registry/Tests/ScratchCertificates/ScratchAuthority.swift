import Crypto
package import Foundation
import SwiftASN1
@_spi(CMS) import X509

/// A company that makes certificates, for one test.
package struct ScratchAuthority: Sendable {
  let certificate: Certificate
  private let key = Certificate.PrivateKey(P256.Signing.PrivateKey())

  package init(_ name: String = "Acme") throws {
    let subject = try Self.name(name)
    certificate = try Certificate(
      version: .v3,
      serialNumber: .init(),
      publicKey: key.publicKey,
      notValidBefore: ScratchSigner.start,
      notValidAfter: ScratchSigner.end,
      issuer: subject,
      subject: subject,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
        Critical(KeyUsage(keyCertSign: true))
      },
      issuerPrivateKey: key
    )
  }

  /// Its own certificate in DER.
  package var root: [UInt8] { get throws { try Self.der(certificate) } }

  /// Someone with a certificate of this company.
  package func signer(
    isForCode: Bool = true,
    from start: Date = ScratchSigner.start,
    to end: Date = ScratchSigner.end,
    key: ScratchSigner.Key = .p256
  ) throws -> ScratchSigner {
    let own = key.make()
    let made = try Certificate(
      version: .v3,
      serialNumber: .init(),
      publicKey: own.publicKey,
      notValidBefore: start,
      notValidAfter: end,
      issuer: certificate.subject,
      subject: try Self.name("Ada"),
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        Critical(KeyUsage(digitalSignature: true))
        try ExtendedKeyUsage([isForCode ? .codeSigning : .serverAuth])
      },
      issuerPrivateKey: self.key
    )
    return ScratchSigner(certificate: made, others: [certificate], key: own)
  }

  fileprivate static func name(_ text: String) throws -> DistinguishedName {
    try DistinguishedName { CommonName(text) }
  }

  static func der(_ certificate: Certificate) throws -> [UInt8] {
    var serializer = DER.Serializer()
    try serializer.serialize(certificate)
    return serializer.serializedBytes
  }
}

/// Someone who signs, for one test.
package struct ScratchSigner: Sendable {
  package enum Key: Sendable {
    case p256, p384

    fileprivate func make() -> Certificate.PrivateKey {
      switch self {
      case .p256: Certificate.PrivateKey(P256.Signing.PrivateKey())
      case .p384: Certificate.PrivateKey(P384.Signing.PrivateKey())
      }
    }
  }

  /// Someone whose certificate nobody else has signed.
  package static func ofItself() throws -> ScratchSigner {
    let (key, name) = (Key.p256.make(), try ScratchAuthority.name("Ada"))
    let made = try Certificate(
      version: .v3,
      serialNumber: .init(),
      publicKey: key.publicKey,
      notValidBefore: start,
      notValidAfter: end,
      issuer: name,
      subject: name,
      signatureAlgorithm: .ecdsaWithSHA256,
      extensions: try Certificate.Extensions {
        Critical(BasicConstraints.notCertificateAuthority)
        try ExtendedKeyUsage([.codeSigning])
      },
      issuerPrivateKey: key
    )
    return ScratchSigner(certificate: made, others: [], key: key)
  }

  package static let start = Date(timeIntervalSince1970: 1_600_000_000)
  package static let end = Date(timeIntervalSince1970: 3_000_000_000)

  fileprivate let certificate: Certificate
  fileprivate var others: [Certificate]
  fileprivate let key: Certificate.PrivateKey

  /// The key and its certificates in PEM.
  package var text: String {
    get throws {
      let key = try key.serializeAsPEM().pemString
      let certificates = try ([certificate] + others).map { try $0.serializeAsPEM().pemString }
      return ([key] + certificates).joined(separator: "\n") + "\n"
    }
  }

  /// With a root that is sent so many times.
  package func repeatingRoot(_ count: Int) -> ScratchSigner {
    var signer = self
    signer.others = Array(repeating: others[0], count: count)
    return signer
  }

  /// A detached signature in CMS, in DER.
  package func sign(_ content: [UInt8]) throws -> [UInt8] {
    try CMS.sign(
      content,
      additionalIntermediateCertificates: others,
      certificate: certificate,
      privateKey: key
    )
  }

  /// The text with its signature as its last line, as the package manager signs manifests.
  package func signManifest(_ text: String) throws -> String {
    let signature = Data(try sign(Array(text.utf8))).base64EncodedString()
    return "\(text)\n// signature: cms-1.0.0;\(signature)"
  }
}
