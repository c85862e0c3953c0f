import Git
import GitValues
import Hummingbird
import RegistryModel
import Versioning

/// `GET /{scope}/{name}/{version}`: the details of a release (SE-0292, 4.2).
struct ReleaseDetails: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try route.accept(.json, request)
    let address = route.address(of: request)
    let snapshot = route.registry.snapshot
    let entry = try route.component(context, snapshot)
    let index = try await route.registry.releases(of: entry)
    let version = route.version(context)
    let (release, position) = try find(version, of: entry, in: index)
    let body = JSONValue.object([
      "id": .string(snapshot.identity(of: entry.name)),
      "metadata": Self.metadata(
        of: release,
        index,
        repositories: try await route.registry.repositories(of: entry, release, in: snapshot),
        beside: try await route.registry.metadata(of: release, entry)
      ),
      "publishedAt": .string(release.date.description),
      "resources": .array([
        .object([
          "checksum": .string(release.archive.hexadecimal),
          "name": .string("source-archive"),
          "type": .string(RegistryMedia.zip.contentType),
        ])
      ]),
      "version": .string(release.version.description),
    ])
    let scope = snapshot.manifest.scope
    let related = Self.related(to: position, in: index).map { relation, release in
      let target = address.release(scope, entry.name, release.version)
      return Link(target: target, relation: relation)
    }
    return .json(body.compact, links: related)
  }

  /// A pre-release may end in `.json` itself, so the suffix is removed only if no release is found.
  private func find(
    _ version: String,
    of entry: Snapshot.Entry,
    in index: ReleaseIndex
  ) throws(Problem) -> (release: Release, position: Int) {
    let suffix = ".json"
    guard version.hasSuffix(suffix) else { return try route.release(version, of: entry, in: index) }
    if let whole = try? route.release(version, of: entry, in: index) { return whole }
    return try route.release(String(version.dropLast(suffix.count)), of: entry, in: index)
  }

  /// What the registry itself says of a release: an upload never sets it.
  private static let ownKeys: Set = ["commit", "repositoryURLs", "requires", "tree", "withdrawn"]

  /// The metadata that was sent with a release, and that from git.
  private static func metadata(
    of release: Release,
    _ index: ReleaseIndex,
    repositories: [RepositoryURL],
    beside sent: JSONValue?
  ) -> JSONValue {
    let requires = release.requires.map { ($0.text, $1.json) }
    var metadata: [String: JSONValue] = [:]
    if case .object(let others) = sent {
      metadata = others.filter { !ownKeys.contains($0.key) }
    }
    metadata["requires"] = .object(Dictionary(requires) { first, _ in first })
    metadata["tree"] = .string(release.tree.description)
    if !repositories.isEmpty {
      metadata["repositoryURLs"] = .array(repositories.map { .string($0.description) })
    }
    // A published release has no source commit in this repository.
    if release.source != ObjectID.zero {
      metadata["commit"] = .string(release.source.description)
    }
    if let yank = index.yank(of: release) {
      metadata["withdrawn"] = .object([
        "date": .string(yank.date.description),
        "reason": .string(yank.reason),
      ])
    }
    return .object(metadata)
  }

  private static func related(
    to position: Int,
    in index: ReleaseIndex
  ) -> [(relation: String, release: Release)] {
    var related: [(String, Release)] = []
    if let latest = index.latest { related.append(("latest-version", latest)) }
    if position > 0 { related.append(("successor-version", index.releases[position - 1])) }
    if position + 1 < index.releases.count {
      related.append(("predecessor-version", index.releases[position + 1]))
    }
    return related
  }
}
