import Versions
@testable import Base
@testable import Git
@testable import Model
@testable import Releases
@testable import Sharing

/// Reads any text as what people and killed processes leave: a changelog, commit messages,
/// attributes, tokens and notes.
enum FuzzText {
  static func run(_ input: UnsafeBufferPointer<UInt8>) {
    let bytes = Array(input)
    let text = String(decoding: bytes, as: UTF8.self)
    changelog(text)
    attributes(text)
    answer(text, bytes)
    _ = try? TokenList(reading: bytes, file: "tokens.json")
    _ = try? WriteNote(reading: bytes, at: "registry.note")
    signatures(bytes)
  }

  /// What was signed is always the beginning of a manifest.
  private static func signatures(_ bytes: [UInt8]) {
    if let signature = try? ManifestSignature(of: bytes) {
      precondition(bytes.starts(with: signature.content))
    }
    _ = try? ReleaseSignature(reading: bytes, file: "signature.json")
    _ = try? CertificateFile.certificates(in: bytes, file: "certificate.pem")
  }

  /// An entry is found again in any changelog, whatever its notes and its commits say.
  private static func changelog(_ text: String) {
    guard let name = try? ComponentName("Menu"), let other = try? ComponentName("Table"),
      let path = try? TreePath("Menu"), let scope = try? ScopeName("shop"),
      let date = try? RecordDate(secondsSince1970: 0),
      let id = try? ObjectID(hex: String(repeating: "0", count: 40)),
      let author = try? Signature(name: "Ada", email: "ada@example.com", time: GitTime(seconds: 0))
    else { preconditionFailure("these are valid") }
    let commit = Commit(
      id: id,
      tree: id,
      parents: [],
      author: author,
      committer: author,
      message: text
    )
    var manifest = Manifest(scope: scope)
    manifest.components = [name: Component(path: path), other: Component(path: path)]
    let version = SemanticVersion(1, 0, 0)
    func entry(_ version: SemanticVersion) -> ChangelogEntry {
      ChangelogEntry(
        component: name,
        version: version,
        date: date,
        notes: [text],
        commits: [commit, commit],
        scopes: ComponentScopes(manifest)
      )
    }
    _ = ChangelogEntry.message(of: [entry(version)])
    let lines = entry(version).lines(in: .repository)
    precondition(lines.count { $0.hasPrefix("## ") || $0.hasPrefix("### ") } == 1)
    precondition(!lines.contains { $0.utf8.contains(0x0A) || $0.utf8.contains(0x0D) })

    var log = Changelog(reading: text)
    log.addSections(for: manifest.components)
    log.addNewest(entry(version))
    log.add(entry(SemanticVersion(0, 9, 0)), above: nil)
    log.markYanked(version, of: name)
    let again = Changelog(reading: log.text)
    precondition(again.text == log.text)
    precondition(log.text.contains("### Menu 1.0.0 - 1970-01-01"))
  }

  /// A head and a body that a server sent.
  private static func answer(_ text: String, _ bytes: [UInt8]) {
    guard let address = try? RegistryAddress("https://registry.example.com") else {
      preconditionFailure("this is valid")
    }
    guard let answer = HTTPExchange.answer("HTTP/1.1 409\r\n\(text)", body: bytes) else { return }
    _ = LinkHeader(text).target(of: "next", from: "https://example.com/a")
    _ = RemoteRegistry(address: address, authorization: .token("t0"), folder: "")
      .refusal(answer, of: "cookr.Menu@1.0.0")
  }

  private static func attributes(_ text: String) {
    guard let releases = try? TreePath("Registry/releases"),
      let changelog = try? TreePath("CHANGELOG.md")
    else { preconditionFailure("these are valid") }
    let attributes = MergeAttributes(releases: releases, changelog: changelog)
    if let added = attributes.added(to: text) {
      precondition(attributes.added(to: added) == nil)
    }
  }
}
