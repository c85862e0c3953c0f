import Hummingbird
import HTTPTypes
import RegistryContent
import RegistryModel
import Versioning

/// `GET /identifiers?url=`: the packages of a repository URL (SE-0292, 4.5).
///
/// A package is found by the URL of its own repository, as the manifest has it, or as the metadata of
/// its newest release has it and the operator confirmed it. The manifest takes precedence, and in it
/// the URL of one component over that of all. The URL of the monorepo identifies none: of several
/// packages, clients would take the alphabetically first.
struct LookUpIdentifiers: Sendable {
  let route: RegistryRoute

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    try route.accept(.json, request)
    guard let url = request.uri.queryParameters["url"], !url.isEmpty else {
      throw Problem(.badRequest, "missing parameter 'url', expected the URL of a repository")
    }
    if let canonical = (try? RepositoryURL(String(url)))?.canonical {
      let snapshot = route.registry.snapshot
      let visible = snapshot.visible(to: context.reader)
      // The owner of a URL is the same for all readers.
      let names = try await names(for: canonical, in: snapshot)
        .filter { visible.component(named: $0) != nil }
      if !names.isEmpty {
        let identifiers = names.map { JSONValue.string(snapshot.identity(of: $0)) }
        return .json(JSONValue.object(["identifiers": .array(identifiers)]).compact)
      }
    }
    throw Problem(.notFound, "no package is registered for the repository '\(url)'")
  }
  private func names(for canonical: String, in snapshot: RegistrySnapshot) async throws
    -> [ComponentName]
  {
    let entries = snapshot.components.filter { $0.log != nil }
    let own = entries.filter { $0.component?.repository?.canonical == canonical }
    if !own.isEmpty { return own.map(\.name) }
    for entry in entries
    where snapshot.manifest.repository(of: entry.name)?.canonical == canonical {
      let releases = try await route.registry.releases(of: entry).releases
      if snapshot.manifest.repository(of: entry.name, with: releases) != nil { return [entry.name] }
    }
    var names: [ComponentName] = []
    for entry in entries where entry.metadata != nil {
      guard let latest = try await route.registry.releases(of: entry).latest else { continue }
      let repositories = try await route.registry.repositories(of: entry, latest, in: snapshot)
      if repositories.contains(where: { $0.canonical == canonical }) { names.append(entry.name) }
    }
    return names
  }
}
