import HTTPTypes
import Hummingbird
import Model
import Site
import Versions

/// Lets a copy look at its upstream before it says that a package or a release is unknown, because
/// another copy may already have listed it.
///
/// All requests that wait share the next fetch.
struct UpstreamMiddleware: RouterMiddleware {
  typealias Context = RegistryRequestContext

  let route: RegistryRoute
  /// Makes the replica fetch.
  let bell: Bell

  /// The time after which the copy answers by what it has.
  private static let patience = Duration.seconds(5)

  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let commit = registry.commit
    let first: Result<Response, any Error>
    do {
      first = .success(try await next(request, context))
    } catch {
      first = .failure(error)
    }
    guard Self.isUnknown(first), isOfThisRegistry(context) else { return try first.get() }
    await bell.waitForRound(upTo: Self.patience)
    // The follower logs why a commit cannot be loaded.
    _ = try? await registry.refresh()
    return registry.commit == commit ? try first.get() : try await next(request, context)
  }

  private static func isUnknown(_ result: Result<Response, any Error>) -> Bool {
    switch result {
    case .success(let response): response.status == .notFound
    case .failure(let error): (error as? Problem)?.status == .notFound
    }
  }

  private func isOfThisRegistry(_ context: Context) -> Bool {
    guard let name = try? route.package(context) else { return false }
    return name.scope.map(registry.snapshot.manifest.accepts) ?? true
  }

  private var registry: ServedRegistry { route.registry }
}
