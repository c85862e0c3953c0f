import Errors
import Files
import Git
import GitValues
import PublishedForm
import RegistryModel
import Versioning
import Workspace

/// What is said of a release besides its files (SE-0391).
struct ReleaseMetadata {
  private static let readmes = ["README.md", "Readme.md", "readme.md", "README"]
  private static let licences = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "COPYING"]

  let component: ComponentName
  let release: Release
  let manifest: Manifest

  func json(from repository: borrowing Repository) throws -> [String: JSONValue] {
    let entries = try ReleaseForm(of: release).entries(in: repository).filter { $0.mode.isFile }
    let readme = Self.readmes.lazy.compactMap { name in entries.first { $0.name == name } }.first
    let licence = Self.licences.lazy.compactMap { name in entries.first { $0.name == name } }.first
    let url = manifest.repository(of: component)
    var members: [String: JSONValue] = [
      "originalPublicationTime": .string(release.date.description)
    ]
    members["author"] = manifest.mirrorAuthor.map { author in
      .object(["email": .string(author.email), "name": .string(author.name)])
    }
    if let readme {
      let text = String(decoding: try repository.blob(readme.id), as: UTF8.self)
      members["description"] = Self.firstParagraph(of: text).map { .string($0) }
    }
    if let url {
      members["repositoryURLs"] = .array([.string(url.description)])
      members["readmeURL"] = readme.flatMap { page(of: $0.name, at: url) }
      members["licenseURL"] = licence.flatMap { page(of: $0.name, at: url) }
    }
    return members
  }

  /// Where a forge shows a file of the release; `nil` for one whose URLs are not known.
  private func page(of file: String, at url: RepositoryURL) -> JSONValue? {
    let base =
      url.description.hasSuffix(".git") ? url.description.dropLast(4) : url.description[...]
    let version = release.version
    if base.hasPrefix("https://github.com/") { return .string("\(base)/blob/\(version)/\(file)") }
    if base.hasPrefix("https://gitlab.com/") { return .string("\(base)/-/blob/\(version)/\(file)") }
    return nil
  }

  /// The first paragraph of a text in Markdown that is neither a heading nor a row of pictures.
  static func firstParagraph(of text: String) -> String? {
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.last == "\r" ? $0.dropLast() : $0 }
      .split(whereSeparator: \.isEmpty)
    let paragraph = paragraphs.first { lines in
      !["#", "<", "[!", "!", "=", "-", "```"].contains { lines.first?.hasPrefix($0) == true }
        && lines.dropFirst().first?.hasPrefix("==") != true
    }
    return paragraph.map { $0.joined(separator: " ") }
  }

  /// A JSON object to add, in which `null` removes a member.
  static func reading(file: String) throws(OperationError) -> [String: JSONValue] {
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
