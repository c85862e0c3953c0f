import Foundation
import HTTPTypes
import Model
import Releases
import Server
import ScratchCertificates
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Signed releases that are uploaded.
@Suite(.scratchRepository)
struct SignedUploadTests {
  private let scratch = Scratch.current

  private func signed(_ signer: ScratchSigner) throws -> Publication {
    var publication = Publication()
    publication.files["Package.swift"] = try signer.signManifest(Publication.manifest("Soup"))
    publication.signature = try signer.sign(publication.zip())
    publication.metadata = #"{"description":"Hot."}"#
    return publication
  }

  private func trust(_ authority: ScratchAuthority) throws {
    try scratch.write(CertificateFile.text(of: authority.root), to: "Registry/root.pem")
    try scratch.write(
      scratch.read("Registry/manifest.json").replacing(
        #""scope""#,
        with: #""signingRoots": ["Registry/root.pem"], "scope""#
      ),
      to: "Registry/manifest.json"
    )
    try scratch.commitAll()
  }

  @Test func `publishing keeps a signed archive byte for byte, with its signature`() async throws {
    let acme = try ScratchAuthority()
    let served = try scratch.served()
    try trust(acme)
    let publication = try signed(acme.signer())
    let token = try scratch.token()
    let answer = try await publication.send(to: served, token: token)
    #expect(answer.status == 201, "\(answer.text)")
    let archive = try await served.answer("/cookr/Soup/1.0.0.zip")
    #expect(archive.bytes == (try publication.zip()))
    #expect(archive["X-Swift-Package-Signature-Format"] == "cms-1.0.0")
    let signature = try #require(publication.signature).base64
    #expect(archive["X-Swift-Package-Signature"] == signature)
    let release = try await served.answer("/cookr/Soup/1.0.0")
    #expect(
      release.text.contains(
        #""checksum":"\#(archive.checksum)","name":"source-archive","signing":{"#
          + #""signatureBase64Encoded":"\#(signature)","signatureFormat":"cms-1.0.0"}"#
      )
    )
    let manifest = try await served.answer("/cookr/Soup/1.0.0/Package.swift")
    #expect(manifest.text == publication.files["Package.swift"])
    // The files of the branch are those that the next release is made from.
    #expect(try scratch.read("Components/Soup/Package.swift") == Publication.manifest("Soup"))
    #expect(try await publication.send(to: served, token: token).status == 409)
  }

  @Test func `publishing refuses invalid signatures with the reason`() async throws {
    let (acme, other) = (try ScratchAuthority(), try ScratchAuthority("Other"))
    let served = try scratch.served()
    try trust(acme)
    let token = try scratch.token()
    func detail(_ change: (inout Publication) throws -> Void) async throws -> String {
      var publication = try signed(acme.signer())
      try change(&publication)
      let answer = try await publication.send(to: served, token: token)
      #expect(answer.status == 422)
      return answer.text.matches(of: /"detail":"([^"]*)"/).first.map { String($0.1) } ?? ""
    }
    let damaged = try await detail { publication in
      guard let last = publication.signature?.indices.last else { return }
      publication.signature?[last] ^= 1
    }
    #expect(damaged == "the archive: the signature is one of other content")
    #expect(
      try await detail { $0.signature = try acme.signer().sign([1]) }
        == "the archive: the signature is one of other content"
    )
    #expect(
      try await detail { $0.signature = [0x30, 0x80] }
        == "the archive: the signature is not CMS in DER"
    )
    #expect(
      try await detail { $0 = try signed(other.signer()) }
        == "the archive: the certificate of 'CN=Ada' does not lead to a trusted root"
    )
    let unsigned = try await detail { publication in
      publication.files["Package.swift"] = Publication.manifest("Soup")
      publication.signature = try acme.signer().sign(publication.zip())
    }
    #expect(unsigned == "the archive is signed, and 'Package.swift' in it is not")
    let tampered = try await detail { publication in
      publication.files["Package.swift"] =
        "// more\n" + publication.files["Package.swift", default: ""]
      publication.signature = try acme.signer().sign(publication.zip())
    }
    #expect(tampered == "'Package.swift': the signature is one of other content")
    #expect(
      try await detail { $0.metadataSignature = try acme.signer().sign([1]) }
        == "the metadata: the signature is one of other content"
    )
    #expect(
      try await detail { $0.signatureFormat = "jws-1.0.0" }
        == "the header X-Swift-Package-Signature-Format is 'jws-1.0.0', expected 'cms-1.0.0'"
    )
  }

  @Test(arguments: [false, true])
  func `a registry may take signed releases alone`(isManifest: Bool) async throws {
    var options = RegistryService.Options()
    options.requiresSignatures = !isManifest
    let served = try scratch.served(options: options)
    if isManifest {
      try scratch.write(
        scratch.read("Registry/manifest.json").replacing(
          #""scope""#,
          with: #""signing": "required", "scope""#
        ),
        to: "Registry/manifest.json"
      )
      try scratch.commitAll()
    }
    let token = try scratch.token()
    let refused = try await Publication().send(to: served, token: token)
    #expect(refused.status == 422)
    #expect(refused.text.contains("takes only signed releases"))
    let taken = try await signed(ScratchAuthority().signer()).send(to: served, token: token)
    #expect(taken.status == 201, "\(taken.text)")
  }
}
