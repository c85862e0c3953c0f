import Base
import Content
package import Git
import ManifestEditor
package import Model
import Reports
package import Versions

/// The facts that a page shows of one release, from its files, its record and what was sent with
/// it.
package struct ReleaseFacts: Sendable {
  package let release: Release
  let readme: Readme
  /// The description in one paragraph, without markup.
  let description: String?
  let licence: Licence?
  let authors: [String]
  /// `nil` if the manifest cannot be read.
  let contents: PackageFacts?
  let repository: RepositoryURL?
  /// The metadata that was published with the release, besides what has a place of its own.
  let sent: [(name: String, value: String)]
  /// The size of the archive in bytes; `nil` if it is not known.
  package var size: Int?
  /// The time of signing; `nil` if it is not signed.
  package var signed: RecordDate?
  /// The subject of the signer's certificate; `nil` if it is not known.
  package var signer: String?
  /// The documentation that was built of it.
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
    description = sent.description ?? bytes.flatMap(Self.description)
    licence = try Licence(of: release, entry, texts, url, repository)
    let own = release.isUploaded ? nil : manifest.mirrorAuthor?.name
    authors = sent.authors.isEmpty ? [own].compactMap(\.self) : sent.authors
    let published = try PublishedRelease(component: entry.name, release: release)
    contents = (try? PackageFacts(published, in: manifest, from: repository)) ?? nil
    (self.release, self.repository, self.sent) = (release, url, sent.others)
  }
}

extension ReleaseFacts {
  /// A paragraph without markup about a release: the description that its publisher sent, or the first
  /// paragraph of its README.
  ///
  /// - Returns: `nil` if it has neither.
  static func description(
    of release: Release,
    _ entry: RegistrySnapshot.Entry,
    from repository: borrowing Repository
  ) throws -> String? {
    let sent = try repository.sentMetadata(SentMetadata.fileName(of: release), of: entry)
    if let text = SentFacts(sent).description { return text }
    guard let file = try ReleaseTexts(of: release, in: repository).readme else { return nil }
    return description(try repository.blob(file.id))
  }

  private static func description(_ readme: [UInt8]) -> String? {
    String(validating: readme.prefix(Readme.largest), as: UTF8.self)
      .flatMap(ReleaseTexts.firstParagraph).map { Markdown.plainText(of: $0).trimmedLine }
  }

  /// The approximate size in bytes.
  package var weight: Int {
    var size = 2 << 10
    if case .html(let html) = readme { size += html.utf8.count }
    return sent.reduce(size) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }
}

extension ReleaseFacts.Licence {
  /// - Parameter url: Where the package has a repository of its own.
  /// - Returns: `nil` if there is neither a file nor an address.
  init?(
    of release: Release,
    _ entry: RegistrySnapshot.Entry,
    _ texts: ReleaseTexts,
    _ url: RepositoryURL?,
    _ repository: borrowing Repository
  ) throws {
    let file = texts.licence
    let sent = SentFacts(
      try repository.sentMetadata(SentMetadata.fileName(of: release), of: entry)
    ).licence
    guard file != nil || sent != nil else { return nil }
    self.file = file?.name
    name = try file.flatMap { LicenceName.of(try repository.blob($0.id)) }
    self.url = sent ?? file.flatMap { url?.page(of: $0.name, at: release.version) }
  }
}

extension ReleaseFacts.Licence {
  /// The identifier that SPDX has for it, such as `Apache-2.0`; `nil` if it is another.
  var identifier: String? { name?.replacing(" ", with: "-") }
}

extension String {
  fileprivate var trimmedLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The usual name of a licence, by its text.
enum LicenceName {
  /// In the order in which they are looked for: some texts contain the name of another licence.
  private static let known: [(name: String, phrases: [String])] = [
    ("Apache 2.0", ["apache license", "version 2.0"]),
    ("MPL 2.0", ["mozilla public license", "2.0"]),
    ("AGPL 3.0", ["gnu affero general public license", "version 3"]),
    ("LGPL 3.0", ["gnu lesser general public license", "version 3"]),
    ("LGPL 2.1", ["gnu lesser general public license", "version 2.1"]),
    ("GPL 3.0", ["gnu general public license", "version 3"]),
    ("GPL 2.0", ["gnu general public license", "version 2"]),
    ("MIT", ["permission is hereby granted, free of charge"]),
    ("ISC", ["permission to use, copy, modify, and/or distribute this software for any purpose"]),
    ("BSD 3-Clause", ["redistribution and use in source and binary forms", "neither the name"]),
    ("BSD 2-Clause", ["redistribution and use in source and binary forms"]),
    ("Unlicense", ["this is free and unencumbered software"]),
  ]

  /// Texts of licences say what they are at their beginning.
  private static let relevant = 4 << 10

  /// `nil` for a text that is none of those that most packages have.
  static func of(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes.prefix(relevant), as: UTF8.self).lowercased()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return known.first { $0.phrases.allSatisfy(text.contains) }?.name
  }
}

/// The statements of the publisher of a release (SE-0391), as far as a page can show them.
struct SentFacts {
  /// `nil` if nothing was sent.
  let json: JSONValue?
  let description: String?
  /// The URL of the licence.
  let licence: String?
  let authors: [String]
  /// The rest, as text, by name.
  let others: [(name: String, value: String)]

  /// The ones that have a place of their own, and those that the registry says itself.
  private static let shown: Set = [
    "author", "commit", "description", "licenseURL", "readmeURL", "repositoryURLs", "requires",
    "tree",
    "withdrawn",
  ]

  init(_ json: JSONValue?) {
    self.json = json
    var members: [String: JSONValue] = [:]
    if case .object(let sent)? = json { members = sent }
    description = Self.text(members["description"])
    licence = Self.text(members["licenseURL"]).flatMap(Markdown.webAddress)
    authors = Self.authors(members["author"])
    others = members.filter { !Self.shown.contains($0.key) }.sorted { $0.key < $1.key }
      .map { ($0, Self.text($1) ?? $1.compact) }
  }

  /// A person, and the organization of that.
  private static func authors(_ value: JSONValue?) -> [String] {
    guard case .object(let author)? = value else { return [] }
    var names = [text(author["name"])]
    if case .object(let organization)? = author["organization"] {
      names.append(text(organization["name"]))
    }
    return names.compactMap(\.self)
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value, !text.isEmpty { text } else { nil }
  }
}

/// The README of a release, rendered for its page.
package enum Readme: Hashable, Sendable {
  case missing
  case html(String)
  /// Why its text is not on the page, in words.
  case unreadable(String)

  /// The greatest size of a text in bytes: pages are for reading, and it bounds the parser's time.
  package static let largest = 128 << 10

  /// - Parameters:
  ///   - repository: Where the package has a repository of its own.
  package init(
    _ bytes: [UInt8],
    named name: String,
    of version: SemanticVersion,
    at repository: RepositoryURL?
  ) {
    guard bytes.count <= Self.largest else {
      self = .unreadable(
        "'\(name)' has \(bytes.count / 1024) KiB, of which pages show \(Self.largest / 1024) KiB"
          + " at most: read it in the archive."
      )
      return
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      self = .unreadable("'\(name)' is not text in UTF-8: read it in the archive.")
      return
    }
    guard name.lowercased().hasSuffix(".md") else {
      self = .html("<pre tabindex=\"0\"><code>\(text.escapedForHTML)</code></pre>\n")
      return
    }
    let markdown = Markdown(rawHTML: .hidden, headings: .from(3), anchors: "readme-") { url in
      Self.target(of: url, in: version, at: repository)
    }
    self = .html(markdown.html(of: text))
  }

  /// Where a link of a README leads: a file of the package is shown where its repository is.
  static func target(
    of link: String,
    in version: SemanticVersion,
    at repository: RepositoryURL?
  ) -> String? {
    if let address = Markdown.webAddress(link) { return address }
    let end = link.firstIndex { "?#".contains($0) } ?? link.endIndex
    let path = link[..<end]
    // A scheme, another host, or a place on this page.
    guard !path.isEmpty, !path.contains(":"), !path.hasPrefix("//"), let repository else {
      return nil
    }
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      guard name == ".." else {
        names.append(name)
        continue
      }
      guard names.popLast() != nil else { return nil }
    }
    let file = names.joined(separator: "/")
    guard !file.isEmpty, let page = repository.page(of: file, at: version) else {
      return repository.webPage
    }
    return page + link[end...]
  }
}
