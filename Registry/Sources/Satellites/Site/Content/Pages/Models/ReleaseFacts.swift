import Content
package import Git
import ManifestEditor
package import Model
import Versions

/// What a page says of one release, from its files, its record and what was sent with it.
package struct ReleaseFacts: Sendable {
  package let release: Release
  let readme: Readme
  /// One paragraph without markup.
  let description: String?
  let licence: Licence?
  let authors: [String]
  /// `nil` if the manifest cannot be read.
  let contents: PackageFacts?
  let repository: RepositoryURL?
  /// What was published with the release, besides what has a place of its own.
  let sent: [(name: String, value: String)]
  /// Of the archive, in bytes; `nil` if it is not known.
  package var size: Int?
  /// When it was signed; `nil` if it is not.
  package var signed: RecordDate?
  /// The subject of the signer's certificate; `nil` if it is not known.
  package var signer: String?
  package var documentation = ReleaseDocumentation()

  struct Licence: Sendable {
    let file: String?
    /// Such as `MIT`; `nil` if it is another.
    let name: String?
    let url: String?
  }

  /// - Parameters:
  ///   - entry: The component.
  ///   - releases: All of the component.
  package init(
    of release: Release,
    _ entry: RegistrySnapshot.Entry,
    with releases: [Release],
    in manifest: Manifest,
    from repository: borrowing Repository
  ) throws {
    let sent = try SentFacts(
      repository.sentMetadata(SentMetadata.fileName(of: release), of: entry)
    )
    let confirmed = try repository.sentMetadata(SentMetadata.confirmedRepositories, of: entry)
    let url = manifest.repositories(
      of: entry.name,
      with: releases,
      sent: sent.json,
      confirmed: confirmed
    ).first
    let texts = try ReleaseTexts(of: release, in: repository)
    let bytes = try texts.readme.map { try repository.blob($0.id) }
    if let file = texts.readme, let bytes {
      readme = Readme(bytes, named: file.name, of: release.version, at: url)
    } else {
      readme = .missing
    }
    let text = bytes.flatMap { String(validating: $0.prefix(Readme.largest), as: UTF8.self) }
    description =
      sent.description
      ?? text.flatMap(ReleaseTexts.firstParagraph).map { Markdown.plainText(of: $0).trimmedLine }
    licence = try Licence(texts.licence, sent.licence, release, url, repository)
    let own = release.isUploaded ? nil : manifest.mirrorAuthor?.name
    authors = sent.authors.isEmpty ? [own].compactMap(\.self) : sent.authors
    let published = try PublishedRelease(component: entry.name, release: release)
    contents = (try? PackageFacts(published, in: manifest, from: repository)) ?? nil
    (self.release, self.repository, self.sent) = (release, url, sent.others)
  }
}

extension ReleaseFacts {
  /// The approximate size in bytes.
  package var weight: Int {
    var size = 2 << 10
    if case .html(let html) = readme { size += html.utf8.count }
    return sent.reduce(size) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension ReleaseFacts.Licence {
  /// `nil` if there is neither a file nor an address.
  fileprivate init?(
    _ file: TreeEntry?,
    _ sent: String?,
    _ release: Release,
    _ url: RepositoryURL?,
    _ repository: borrowing Repository
  ) throws {
    guard file != nil || sent != nil else { return nil }
    self.file = file?.name
    name = try file.flatMap { LicenceName.of(try repository.blob($0.id)) }
    self.url = sent ?? file.flatMap { url?.page(of: $0.name, at: release.version) }
  }
}

extension String {
  fileprivate var trimmedLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
