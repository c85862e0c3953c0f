package import Base
import Content
import Git
import Model
import Versions

/// What is said of a release besides its files (SE-0391).
struct ReleaseMetadata {
  let component: ComponentName
  let release: Release
  let manifest: Manifest

  func json(from repository: borrowing Repository) throws -> [String: JSONValue] {
    let texts = try ReleaseTexts(of: release, in: repository)
    let (readme, licence) = (texts.readme, texts.licence)
    let url = manifest.repository(of: component)
    var members: [String: JSONValue] = [
      "originalPublicationTime": .string(release.date.description)
    ]
    members["author"] = manifest.mirrorAuthor.map { author in
      .object(["email": .string(author.email), "name": .string(author.name)])
    }
    if let readme {
      let text = String(decoding: try repository.blob(readme.id), as: UTF8.self)
      members["description"] = ReleaseTexts.firstParagraph(of: text).map { .string($0) }
    }
    if let url {
      members["repositoryURLs"] = .array([.string(url.description)])
      members["readmeURL"] = readme.flatMap { page(of: $0, at: url) }
      members["licenseURL"] = licence.flatMap { page(of: $0, at: url) }
    }
    return members
  }

  private func page(of file: TreeEntry, at url: RepositoryURL) -> JSONValue? {
    url.page(of: file.name, at: release.version).map { .string($0) }
  }
}

extension PublishReleases {
  /// What a file has to be added to the metadata: a JSON object, in which `null` removes a member.
  package static func metadata(in file: String) throws(OperationError) -> [String: JSONValue] {
    try unifyingErrors {
      guard let bytes = try LocalFile.read(file) else {
        throw OperationError(.invalidMetadata, "there is no file '\(file)'")
      }
      guard case .object(let members) = try JSONValue(reading: bytes, file: file) else {
        throw OperationError(.invalidMetadata, "'\(file)' does not contain a JSON object")
      }
      return members
    }
  }
}
