import Base
import Git
import ManifestEditor
import Model
import Testing

/// Signatures as they are recorded.
@Suite struct SignatureTests {
  private static let signature: [UInt8] = [1, 2, 3, 250]

  @Test(arguments: ["let a = 1\n", "let a = 1", "let a = 1\r\n", "// signature: later\n", "ö\n\n"])
  func `a manifest with a signature has its content and its signature`(_ text: String) throws {
    let content = ManifestSignature.content(of: Array(text.utf8))
    #expect(content == Array(text.utf8))
    let signed = content + Array(ManifestSignature.line(Self.signature).utf8)
    let found = try #require(try ManifestSignature(of: signed))
    #expect(found.content == content)
    #expect(found.bytes == Self.signature)
    #expect(found.format == "cms-1.0.0")
    #expect(try ManifestSignature(of: content) == nil)
  }

  /// A line end in two bytes, one of the manifest and one of the signature.
  @Test func `a manifest that ends in the middle of a line end is signed without it`() throws {
    let bytes = Array("let a = 1\r".utf8)
    let content = ManifestSignature.content(of: bytes)
    let found = try ManifestSignature(
      of: bytes + Array(ManifestSignature.line(Self.signature).utf8)
    )
    #expect(found?.content == content)
  }

  @Test func `a signature that is not base64 is refused`() {
    let manifest = Array("let a = 1\n// signature: cms-1.0.0;!!\n".utf8)
    #expect(throws: OperationError.self) { try ManifestSignature(of: manifest) }
  }

  @Test func `a signature is one more edit, which can be taken away again`() throws {
    let bytes = Array("import A\n".utf8)
    let line = ManifestSignature.line(Self.signature)
    let other = SourceEdit(offset: 7, length: 1, replacement: "B")
    let end = SourceEdit(offset: 9, length: 0, replacement: "more\n")
    for edits in [[], [other], [other, end]] as [[SourceEdit]] {
      let signed = edits.signing(Self.signature, atEndOf: bytes.count)
      #expect(
        try signed.applied(to: bytes) == edits.applied(to: bytes) + Array(line.utf8)
      )
      #expect(signed.unsigned == edits)
      #expect(edits.unsigned == edits)
    }
  }

  private static let file = """
    {"archive":"AQID+g==","date":"2026-11-25T12:00:00Z","format":"cms-1.0.0",\
    "manifests":{"Package.swift":"AQID+g=="}}

    """

  @Test func `a file of signatures is read as it is written`() throws {
    let signature = try ReleaseSignature(reading: Array(Self.file.utf8), file: "a.json")
    #expect(signature.archive == Self.signature)
    #expect(signature.manifests == ["Package.swift": Self.signature])
    #expect(signature.text == Self.file)
  }

  @Test(arguments: [
    (
      "cms-1.0.0", "jws-1.0.0",
      "format: unknown signature format 'jws-1.0.0', expected 'cms-1.0.0'\n"
        + "help: use a newer version of registry"
    ),
    (
      #""AQID+g==","date""#, #""!","date""#,
      "archive: expected a signature in base64 of at most 32768 bytes"
    ),
    (
      #""AQID+g==","date""#, #""","date""#,
      "archive: expected a signature in base64 of at most 32768 bytes"
    ),
    (
      "2026-11-25T12", "2026-11-25T99",
      "date: invalid date '2026-11-25T99:00:00Z', expected a time as '2026-11-21T09:00:00Z'"
    ),
    (
      #""format""#, #""more":1,"format""#,
      "more: unknown key 'more'\nhelp: known here: archive, date, format, manifests"
    ),
  ])
  func `a file of signatures is checked`(_ old: String, _ new: String, _ message: String) {
    let text = Self.file.replacing(old, with: new, maxReplacements: 1)
    #expect(
      refusal { _ = try ReleaseSignature(reading: Array(text.utf8), file: "a.json") }
        == "a.json:1: \(message)"
    )
  }

  private static let uploaded = releaseLine("1.0.0")
    .replacing(#""format":1"#, with: #""format":9"#)
    .replacing(
      #","version":"#,
      with: #","upload":"\#(String(repeating: "a", count: 40))","version":"#
    )

  @Test func `a record names the archive that was uploaded`() throws {
    let release = try #require(try log(Self.uploaded).releases.first)
    #expect(release.upload?.description == String(repeating: "a", count: 40))
    #expect(LogRecord.release(release).line == Self.uploaded)
  }

  @Test(arguments: [
    (
      #""format":9"#, #""format":8"#,
      "upload: unknown key 'upload'\nhelp: a record that has it is of format 9"
    ),
    (
      #","upload":"\#(String(repeating: "a", count: 40))""#, "",
      "format: a record of format 9 has something in 'upload'"
    ),
  ])
  func `the archive that was uploaded is checked`(_ old: String, _ new: String, _ message: String) {
    let line = Self.uploaded.replacing(old, with: new)
    #expect(refusal { _ = try log(line) } == "ChefSourcing.jsonl:1: \(message)")
  }

  @Test func `certificates are read in PEM and DER`() throws {
    let certificates: [[UInt8]] = [[0x30, 1, 2], Array(repeating: 7, count: 100)]
    let text = certificates.map(CertificateFile.text).joined(separator: "Bag attributes\n")
    let read = try CertificateFile.certificates(in: Array(text.utf8), file: "c.pem")
    #expect(read == certificates)
    #expect(try CertificateFile.certificates(in: [0x30, 9], file: "c.cer") == [[0x30, 9]])
    for wrong in ["", "-----BEGIN CERTIFICATE-----\nMII", "-----BEGIN PRIVATE KEY-----"] {
      #expect(throws: OperationError.self) {
        try CertificateFile.certificates(in: Array(wrong.utf8), file: "c.pem")
      }
    }
  }
}
