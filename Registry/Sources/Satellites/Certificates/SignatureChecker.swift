import Crypto
package import Model
import SwiftASN1
@_spi(CMS) @_spi(FixedExpiryValidationTime) import X509

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks signatures of releases: what was signed, the signer's certificate, and the certificates that
/// lead from it to a trusted root.
package struct SignatureChecker: Sendable {
  /// More are no chain of a company, but an attempt to keep the checker busy.
  private static let mostCertificates = 10

  /// `nil` if any root is trusted.
  private let roots: [Certificate]?

  /// - Parameter roots: In DER; `nil` to trust any.
  package init(roots: [[UInt8]]?) throws(SignatureFault) {
    do {
      self.roots = try roots?.map { try Certificate(derEncoded: $0) }
    } catch {
      throw SignatureFault("a trusted root is not a certificate in DER: \(error)")
    }
  }

  /// Throws for a signature that is not one of this content, by a certificate that may sign code and
  /// that was valid at the time.
  package func check(
    _ signature: [UInt8],
    of content: [UInt8],
    at date: RecordDate
  ) async throws(SignatureFault) {
    guard signature.count <= ReleaseSignature.largest else {
      throw SignatureFault(
        "the signature has \(signature.count) bytes, expected at most \(ReleaseSignature.largest)"
      )
    }
    let (signer, certificates) = try Self.signer(in: signature)
    let time = Date(timeIntervalSince1970: Double(date.secondsSince1970))
    try Self.check(signer, at: time)
    let trusted = roots ?? Self.ends(of: certificates)
    let result: CMS.SignatureVerificationResult = await CMS.isValidSignature(
      dataBytes: content,
      signatureBytes: signature,
      trustRoots: CertificateStore(trusted)
    ) {
      RFC5280Policy(fixedExpiryValidationTime: time)
    }
    guard case .failure(let failure) = result else { return }
    switch failure {
    case .invalidCMSBlock(let block):
      // The reason repeats the whole certificate.
      let reason = block.reason.prefix { $0 != ":" }
      throw SignatureFault(
        block.reason.hasPrefix("Invalid signature from") || reason.contains("digest mismatch")
          ? "the signature is one of other content" : "the signature is invalid: \(reason)"
      )
    case .unableToValidateSigner(let failure):
      let name = Self.name(of: signer)
      let issuers = Set(certificates.map(\.issuer))
      guard trusted.contains(where: { issuers.contains($0.subject) }),
        let reason = failure.policyFailures.first.map({ "\($0.policyFailureReason)" })
      else {
        throw SignatureFault("the certificate of \(name) does not lead to a trusted root")
      }
      throw SignatureFault("the certificates of \(name) are invalid: \(Self.words(reason))")
    }
  }

  /// The subject of the certificate that a signature names, which is not checked; `nil` if it names
  /// none.
  package static func signer(of signature: [UInt8]) -> String? {
    guard signature.count <= ReleaseSignature.largest else { return nil }
    return (try? signer(in: signature)).map { "\($0.0.subject)" }
  }

  /// A reason of the library without the whole certificate in it.
  private static func words(_ reason: String) -> String {
    guard reason.contains("Certificate("), let end = reason.lastIndex(of: ")") else {
      return reason
    }
    return "one\(reason[end...].dropFirst())"
  }

  private static func signer(
    in signature: [UInt8]
  ) throws(SignatureFault) -> (Certificate, [Certificate]) {
    do {
      let parsed = try CMSSignature(derEncoded: signature)
      guard parsed.certificates.count <= mostCertificates else {
        throw SignatureFault(
          "the signature has \(parsed.certificates.count) certificates, expected at most"
            + " \(mostCertificates)"
        )
      }
      let signers = try parsed.signers
      guard signers.count == 1, let signer = signers.first else {
        throw SignatureFault("the signature has \(signers.count) known signers, expected one")
      }
      return (signer.certificate, parsed.certificates)
    } catch let fault as SignatureFault {
      throw fault
    } catch {
      throw SignatureFault("the signature is not CMS in DER")
    }
  }

  /// Said in words here: the library's reasons are for those who know its sources.
  private static func check(_ signer: Certificate, at time: Date) throws(SignatureFault) {
    let name = name(of: signer)
    guard signer.notValidBefore <= time else {
      throw SignatureFault(
        "the certificate of \(name) is valid from \(day(signer.notValidBefore)) on, and the release"
          + " was signed on \(day(time))"
      )
    }
    guard time <= signer.notValidAfter else {
      throw SignatureFault(
        "the certificate of \(name) expired on \(day(signer.notValidAfter)), and the release was"
          + " signed on \(day(time))"
      )
    }
    guard (try? signer.extensions.extendedKeyUsage)?.contains(.codeSigning) == true else {
      throw SignatureFault("the certificate of \(name) is not for code signing")
    }
    guard P256.Signing.PublicKey(signer.publicKey) != nil else {
      throw SignatureFault(
        "the key of \(name) is not of ECDSA P-256, the only kind that \(ReleaseSignature.format) has"
      )
    }
  }

  /// The certificates from which no other one leads on.
  private static func ends(of certificates: [Certificate]) -> [Certificate] {
    certificates.filter { certificate in
      certificate.issuer == certificate.subject
        || !certificates.contains { $0.subject == certificate.issuer }
    }
  }

  private static func name(of certificate: Certificate) -> String {
    "'\(certificate.subject)'"
  }

  private static func day(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970)
    return (try? RecordDate(secondsSince1970: seconds))
      .map { String($0.description.prefix(10)) } ?? "an unknown day"
  }
}

/// The reason why a signature is not trusted, as the end of a message.
package struct SignatureFault: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}
