package import Base
import Content
import Git
import ManifestEditor
import ManifestForms
package import Model
import Versions

/// The files of a published release as they are stored, and what its record says of them.
struct PublishedFiles {
  private static let largestManifest = 1 << 20
  /// One for each version of Swift that there ever was would be fewer.
  private static let mostManifests = 32

  let folder: PlannedFolder
  let requires: [ComponentName: VersionRequirement]
  let edits: [TreePath: [SourceEdit]]

  init(
    _ files: [PlannedFolder.File],
    of name: ComponentName,
    _ component: Component,
    base: WriteBase,
    in workspace: borrowing Workspace
  ) throws {
    guard files.contains(where: { $0.path == .packageManifest && $0.mode.isFile }) else {
      throw OperationError(.noPackage, "the archive has no 'Package.swift'")
    }
    guard files.count(where: \.isManifest) <= Self.mostManifests else {
      throw OperationError(.noPackage, "the archive has more than \(Self.mostManifests) manifests")
    }
    let manifest = base.state.manifest
    let others = manifest.components.filter { $0.key != name }
    let places = others.map { other, known in
      (other, Self.place(of: known.path, from: component.path))
    }
    var requires: [ComponentName: VersionRequirement] = [:]
    var edits: [TreePath: [SourceEdit]] = [:]
    var stored: [PlannedFolder.File] = []
    for file in files {
      if let refusal = GitFileRules.refusal(of: file.path, file.mode, content: { file.content }) {
        throw refusal
      }
      if LargeFilePointer.isPointer(file.content) {
        throw LargeFilePointer.refusal(of: file.path.string)
      }
      var content = file.content
      if file.isManifest {
        let (unsigned, tail) = try RecordUpload.judging(.invalidPackage) {
          try Self.unsigned(file)
        }
        let form = try RecordUpload.judging(.invalidPackage) {
          try Self.form(of: unsigned, component, manifest.scope, places)
        }
        content = form.bytes
        // What is released from the same files later has another signature.
        let changes =
          tail.isEmpty ? form.edits : form.edits.appending(tail, atEndOf: form.bytes.count)
        if !changes.isEmpty { edits[file.path] = changes }
        for (key, written) in form.requirements {
          guard let dependency = others.keys.first(where: { $0.key == key }) else { continue }
          let requirement = try RecordUpload.judging(.invalidPackage) {
            try VersionRequirement(written)
          }
          let log = try workspace.log(of: dependency, in: base.state)
          guard log.availableReleases.contains(where: { requirement.contains($0.version) }) else {
            throw OperationError(
              .requirementUnmet,
              "no release of '\(dependency)' meets the requirement '\(requirement)'"
            )
          }
          requires[dependency] = requirement
        }
      }
      stored.append(PlannedFolder.File(path: file.path, mode: file.mode, content: content))
    }
    self.requires = requires
    self.edits = edits
    let entries = stored.map { file in
      (path: file.path, mode: file.mode, id: Repository.blobID(of: file.content))
    }
    folder = PlannedFolder(
      path: component.path,
      files: stored,
      tree: try Repository.treeID(of: entries)
    )
  }

  /// A manifest without its signature, and the text with it.
  private static func unsigned(
    _ file: PlannedFolder.File
  ) throws -> (file: PlannedFolder.File, tail: String) {
    guard let signature = try ManifestSignature(of: file.content) else { return (file, "") }
    let tail = file.content[signature.content.count...]
    guard let text = String(validating: tail, as: UTF8.self) else {
      throw OperationError(.notText, "'\(file.path)' is not UTF-8")
    }
    let unsigned = PlannedFolder.File(
      path: file.path,
      mode: file.mode,
      content: signature.content
    )
    return (unsigned, text)
  }

  private static func form(
    of file: PlannedFolder.File,
    _ component: Component,
    _ scope: ScopeName,
    _ places: [(ComponentName, StoredForm.Place)]
  ) throws -> StoredForm {
    guard file.content.count <= largestManifest else {
      throw OperationError(
        .noPackage,
        "'\(file.path)' has \(file.content.count) bytes, expected at most \(largestManifest)"
      )
    }
    let manifest = try LocatedManifest(
      bytes: file.content,
      fileName: file.path.string,
      packagePath: component.path
    )
    if let refusal = manifest.refusals.first { throw refusal }
    let components = places.map { ($0.0.key, $0.1) }
    return try StoredForm(
      of: manifest,
      scope: scope.text,
      components: Dictionary(components) { first, _ in first }
    )
  }

  private static func place(of path: TreePath, from folder: TreePath) -> StoredForm.Place {
    StoredForm.Place(path: folder.way(to: path), folderName: String(path.name))
  }
}

extension PlannedFolder.File {
  fileprivate var isManifest: Bool { mode.isFile && ManifestFileName(path.string) != nil }
}

/// The statements of a publisher about a release besides its files: a JSON object (SE-0292, 4.2.1).
package struct PublishedMetadata {
  let json: JSONValue
  /// The repositories that the package claims to be in.
  let repositories: [RepositoryURL]

  private static let repositoriesKey = "repositoryURLs"
  /// The number of repositories that the metadata of one release may name.
  private static let mostRepositories = 100
  /// The key of publishers from before SE-0391, which the official compatibility suite still sends:
  /// one URL.
  private static let formerKey = "repositoryURL"

  init(reading bytes: [UInt8]) throws {
    json = try RecordUpload.judging(.invalidMetadata) {
      try JSONValue(reading: bytes, file: "metadata")
    }
    guard case .object(let members) = json else {
      throw OperationError(.invalidMetadata, "the metadata is not a JSON object")
    }
    repositories = Self.repositories(in: json)
    for (key, form) in [(Self.repositoriesKey, "an array of URLs"), (Self.formerKey, "a URL")] {
      guard let value = members[key] else { continue }
      let claims = Self.claims(key, value)
      guard let claims, claims.count == [RepositoryURL](.array(claims)).count else {
        throw OperationError(
          .invalidMetadata,
          "the metadata has an invalid '\(key)', expected \(form) without passwords"
        )
      }
      guard claims.count <= Self.mostRepositories else {
        throw OperationError(
          .invalidMetadata,
          "the metadata names \(claims.count) repositories, expected at most"
            + " \(Self.mostRepositories)",
          help: "name only those from which clients get the package"
        )
      }
    }
  }

  /// The repositories that stored metadata names; what is not a URL is left out.
  package static func repositories(in metadata: JSONValue) -> [RepositoryURL] {
    guard case .object(let members) = metadata else { return [] }
    let claims = [repositoriesKey, formerKey].flatMap { Self.claims($0, members[$0]) ?? [] }
    var seen: Set<String> = []
    return [RepositoryURL](.array(claims)).filter { seen.insert($0.canonical).inserted }
  }

  /// `nil` if it has not the form of the key.
  private static func claims(_ key: String, _ value: JSONValue?) -> [JSONValue]? {
    switch value {
    case .array(let urls)? where key == repositoriesKey: urls
    case .string(let url)? where key == formerKey: [.string(url)]
    default: nil
    }
  }
}

/// The repositories that a component's metadata may name besides that of the manifest.
///
/// The token of an upload confirmed them; the operator may edit the list. No upload can write the file
/// by its metadata, whose file is named after a version.
package struct ConfirmedRepositories {
  /// The name of the file in the folder of a component's metadata.
  package static let fileName = "repositories.json"

  private(set) var urls: [RepositoryURL]
  /// The URLs in their canonical form.
  private(set) var keys: Set<String>

  /// Reads the list; what is not a URL is left out.
  ///
  /// - Parameter json: The content of the file; `nil` if there is none.
  package init(_ json: JSONValue?) {
    urls = [RepositoryURL](json)
    keys = Set(urls.map(\.canonical))
  }

  /// Whether a URL is one of the repositories, in any spelling.
  package func contains(_ url: RepositoryURL) -> Bool {
    keys.contains(url.canonical)
  }

  mutating func add(_ url: RepositoryURL) {
    if keys.insert(url.canonical).inserted { urls.append(url) }
  }

  var text: String {
    "\(JSONValue.array(urls.map { .string($0.description) }).compact)\n"
  }
}

extension [RepositoryURL] {
  fileprivate init(_ json: JSONValue?) {
    guard case .array(let values) = json else {
      self = []
      return
    }
    self = values.compactMap { value in
      guard case .string(let text) = value else { return nil }
      return try? RepositoryURL(text)
    }
  }
}
