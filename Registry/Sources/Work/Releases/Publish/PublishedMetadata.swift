package import Base
package import Model

/// What a publisher says of a release besides its files: a JSON object (SE-0292, 4.2.1).
package struct PublishedMetadata {
  let json: JSONValue
  /// The repositories that the package claims to be in.
  let repositories: [RepositoryURL]

  private static let repositoriesKey = "repositoryURLs"
  /// The number of repositories that the metadata of one release may name.
  private static let mostRepositories = 100
  /// What publishers wrote before SE-0391, and the official compatibility suite still does: one URL.
  private static let formerKey = "repositoryURL"

  init(reading bytes: [UInt8]) throws {
    json = try PublishRelease.judging(.invalidMetadata) {
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
  package static let fileName = "repositories.json"

  private(set) var urls: [RepositoryURL]
  /// In their canonical form.
  private(set) var keys: Set<String>

  package init(_ json: JSONValue?) {
    urls = [RepositoryURL](json)
    keys = Set(urls.map(\.canonical))
  }

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
