import Base
import Model
import Site
import Versions
import HTTPTypes
import Hummingbird

/// The registry and the parameters that all routes of the protocol share.
struct RegistryRoute: Sendable {
  let registry: ServedRegistry
  /// The URL of the registry, if it is not that of the requests.
  let publicURL: String?
  let isEncrypted: Bool

  func address(of request: Request) -> Address {
    Address(of: request, publicURL: publicURL, isEncrypted: isEncrypted)
  }

  func accept(_ media: RegistryMedia, _ request: Request) throws(Problem) {
    try AcceptedMedia(request.headers[.accept]).check(media)
  }

  /// The package that the path names.
  ///
  /// All routes use it, so that a token's permission is checked for
  /// the same name as the package that is looked up.
  func package(_ context: some RequestContext) throws(Problem) -> ComponentName {
    var name = Self.decoded("name", context)
    // The name of a package has no dots, so this can only be the suffix that SE-0292 (4.1) allows for
    // its list. In all other paths it would be another spelling of the package.
    if name.hasSuffix(".json"), context.endpointPath?.hasSuffix("/{name}") == true {
      name.removeLast(".json".count)
    }
    do throws(OperationError) {
      let scope = try ScopeName(Self.scope(context))
      return try ComponentName(name, of: scope, in: registry.scope)
    } catch {
      throw Problem(.badRequest, error.message)
    }
  }

  /// The component that the path names.
  func component(
    _ context: some RequestContext,
    _ snapshot: RegistrySnapshot
  ) throws(Problem) -> RegistrySnapshot.Entry {
    let name = try package(context)
    guard let entry = snapshot.offered(name) else {
      let identity = name.identity(in: registry.scope)
      throw Problem(.notFound, "there is no package '\(identity)' in this registry")
    }
    return entry
  }

  /// The releases of the component that the path names.
  func releases(
    _ context: some RequestContext,
    _ snapshot: RegistrySnapshot
  ) async throws -> (entry: RegistrySnapshot.Entry, releases: ServedReleases) {
    let entry = try component(context, snapshot)
    return (entry, try await registry.releases(of: entry, in: snapshot))
  }

  /// The position of the release of `version`, as the path spells it.
  func position(
    of version: String,
    _ entry: RegistrySnapshot.Entry,
    in releases: RenderedReleases
  ) throws(Problem) -> Int {
    let parsed: SemanticVersion
    do throws(OperationError) {
      parsed = try SemanticVersion(version)
    } catch {
      throw Problem(.badRequest, error.message)
    }
    // Build metadata does not distinguish releases, but it does distinguish addresses.
    guard let position = releases.position(of: parsed),
      releases.versions[position].hasMetadata(of: parsed)
    else {
      throw Problem(.notFound, "'\(entry.name)' has no release '\(version)'")
    }
    return position
  }

  /// The routes of the registry's own scope have it in place of a parameter.
  private static func scope(_ context: some RequestContext) -> String {
    guard context.parameters.get("scope") == nil else { return decoded("scope", context) }
    return context.endpointPath?.split(separator: "/").first.map(String.init) ?? ""
  }

  static func decoded(_ parameter: String, _ context: some RequestContext) -> String {
    let text = context.parameters.get(parameter) ?? ""
    return PercentDecoding.decode(text) ?? text
  }

  func version(_ context: some RequestContext) -> String {
    Self.decoded("version", context)
  }
}

extension SemanticVersion {
  /// Ignores the case of letters.
  fileprivate func hasMetadata(of other: SemanticVersion) -> Bool {
    buildMetadata.map { $0.lowercased() } == other.buildMetadata.map { $0.lowercased() }
  }
}
