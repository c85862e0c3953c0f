import Hummingbird
import HTTPTypes
import Base
import Model
import Sharing
import Site
import Versions

/// `GET /identifiers?url=`: the packages of a repository URL (SE-0292, 4.5).
///
/// A package is found by the URL of its own repository, as the manifest has it, or as the metadata of
/// its newest release has it and the operator confirmed it. The manifest takes precedence, and in it
/// the URL of one component over that of all. The URL of the monorepo identifies none: of several
/// packages, clients would take the alphabetically first.
struct LookUpIdentifiers: Sendable {
  let route: RegistryRoute
  let owners: CommitValues<String, RepositoryOwners>

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    try route.accept(.json, request)
    guard let url = request.uri.queryParameters["url"], !url.isEmpty else {
      throw Problem(.badRequest, "missing parameter 'url', expected the URL of a repository")
    }
    if let canonical = (try? RepositoryURL(String(url)))?.canonical {
      let snapshot = route.registry.snapshot
      let owners = try await owners.value("", at: snapshot.commit) {
        try await RepositoryOwners(snapshot, route.registry)
      }
      // The owner of a URL is the same for all readers.
      let names = owners.names(for: canonical).filter { name in
        context.reader?.allows(.read, component: name, in: snapshot.manifest.scope) ?? true
      }
      if !names.isEmpty {
        let identifiers = names.map { JSONValue.string(snapshot.identity(of: $0)) }
        return .json(JSONValue.object(["identifiers": .array(identifiers)]).compact)
      }
    }
    throw Problem(.notFound, "no package is registered for the repository '\(url)'")
  }
}

/// The packages of each repository URL, at one commit.
struct RepositoryOwners: Sendable {
  private var own: [String: [ComponentName]] = [:]
  private var shared: [String: ComponentName] = [:]
  private var sent: [String: [ComponentName]] = [:]

  init(_ snapshot: RegistrySnapshot, _ registry: ServedRegistry) async throws {
    for entry in snapshot.components where entry.log != nil {
      if let url = entry.component?.repository {
        own[url.canonical, default: []].append(entry.name)
        continue
      }
      let pattern = snapshot.manifest.repository(of: entry.name)?.canonical
      guard pattern != nil || entry.metadata != nil else { continue }
      let rendered = try await registry.releases(of: entry, in: snapshot).rendered
      for url in rendered.repositories {
        if url == pattern {
          shared[url] = shared[url] ?? entry.name
        } else {
          sent[url, default: []].append(entry.name)
        }
      }
    }
  }

  func names(for canonical: String) -> [ComponentName] {
    own[canonical] ?? shared[canonical].map { [$0] } ?? sent[canonical] ?? []
  }
}
