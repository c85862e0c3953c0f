import Certificates
import Model
import Foundation
import ScratchCertificates
import Testing

struct SignatureCheckerTests {
  private static let content = Array("the archive".utf8)
  private static let date = "2026-11-25T12:00:00Z"

  /// What is wrong with a signature; `nil` if it is valid.
  private func fault(
    _ signature: [UInt8],
    of content: [UInt8] = Self.content,
    on date: String = Self.date,
    roots: [[UInt8]]?
  ) async throws -> String? {
    let checker = try SignatureChecker(roots: roots)
    do throws(SignatureFault) {
      try await checker.check(signature, of: content, at: RecordDate(known: date))
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `a signature of a code signer is valid, for its root and for any`() async throws {
    let acme = try ScratchAuthority()
    let signature = try acme.signer().sign(Self.content)
    #expect(try await fault(signature, roots: [acme.root]) == nil)
    #expect(try await fault(signature, roots: nil) == nil)
  }

  @Test func `checking refuses a signature under no or another trusted root`() async throws {
    let signature = try ScratchAuthority().signer().sign(Self.content)
    for roots in [[try ScratchAuthority("Other").root], []] {
      #expect(
        try await fault(signature, roots: roots)
          == "the certificate of 'CN=Ada' does not lead to a trusted root"
      )
    }
  }

  @Test func `a certificate that signed itself leads to no other root, in one line`() async throws {
    let signature = try ScratchSigner.ofItself().sign(Self.content)
    #expect(
      try await fault(signature, roots: [ScratchAuthority().root])
        == "the certificate of 'CN=Ada' does not lead to a trusted root"
    )
    #expect(
      try await fault(signature, roots: nil)
        == "the certificates of 'CN=Ada' are invalid: one is not marked as a CA"
    )
  }

  /// Whoever makes a root of the same name has another key.
  @Test func `a root is known by its key, not by its name`() async throws {
    let signature = try ScratchAuthority().signer().sign(Self.content)
    #expect(try await fault(signature, roots: [ScratchAuthority().root]) != nil)
  }

  @Test func `checking refuses a signature of other content`() async throws {
    let acme = try ScratchAuthority()
    let signature = try acme.signer().sign(Self.content)
    #expect(
      try await fault(signature, of: Self.content + [0], roots: [acme.root])
        == "the signature is one of other content"
    )
  }

  @Test(arguments: [
    ("2020-01-01T00:00:00Z", "valid from 2020-09-13 on, and the release was signed on 2020-01-01"),
    ("2070-01-01T00:00:00Z", "expired on 2065-01-24, and the release was signed on 2070-01-01"),
  ])
  func `the certificate must be valid when it signs`(_ date: String, _ words: String) async throws {
    let acme = try ScratchAuthority()
    let signature = try acme.signer().sign(Self.content)
    let fault = try await fault(signature, on: date, roots: [acme.root])
    #expect(fault?.hasSuffix(words) == true, "\(fault ?? "")")
  }

  @Test func `checking refuses certificates that are not for code signing and other kinds of keys`()
    async throws
  {
    let acme = try ScratchAuthority()
    #expect(
      try await fault(acme.signer(isForCode: false).sign(Self.content), roots: [acme.root])
        == "the certificate of 'CN=Ada' is not for code signing"
    )
    #expect(
      try await fault(acme.signer(key: .p384).sign(Self.content), roots: [acme.root])
        == "the key of 'CN=Ada' is not of ECDSA P-256, the only kind that cms-1.0.0 has"
    )
  }

  @Test func `checking refuses a signature with too many certificates or bytes`() async throws {
    let acme = try ScratchAuthority()
    let signature = try acme.signer().repeatingRoot(30).sign(Self.content)
    #expect(
      try await fault(signature, roots: [acme.root])
        == "the signature has 31 certificates, expected at most 10"
    )
    let chain = try acme.signer().repeatingRoot(100).sign(Self.content)
    #expect(
      try await fault(chain, roots: [acme.root])
        == "the signature has \(chain.count) bytes, expected at most 32768"
    )
  }

  /// Nothing of it may end the program.
  ///
  /// The root is not sent: what is not needed may be anything.
  @Test func `a signature with any byte changed is refused`() async throws {
    let acme = try ScratchAuthority()
    let checker = try SignatureChecker(roots: [acme.root])
    let signature = try acme.signer().repeatingRoot(0).sign(Self.content)
    for index in signature.indices {
      var broken = signature
      broken[index] ^= 0x55
      await #expect(throws: SignatureFault.self, "byte \(index)") {
        try await checker.check(broken, of: Self.content, at: RecordDate(known: Self.date))
      }
    }
    for count in stride(from: 0, to: signature.count, by: 7) {
      #expect(
        try await fault(Array(signature.prefix(count)), roots: [acme.root])
          == "the signature is not CMS in DER"
      )
    }
  }

  @Test func `a root must be a certificate`() {
    #expect(throws: SignatureFault.self) { try SignatureChecker(roots: [[0x30, 1, 2]]) }
  }
}

extension RecordDate {
  fileprivate init(known text: String) {
    do {
      try self.init(text)
    } catch {
      preconditionFailure("'\(text)' is spelled in the tests and must be a date: \(error)")
    }
  }
}
