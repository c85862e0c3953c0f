import Base
import Model
import Site
import Versions
import HTTPTypes
import Hummingbird

/// The pages of a component and of its releases.
extension PageRoutes {
  /// The page of the component that the path names, with its newest release.
  func component(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    try await component(request, context) { $0.latest }
  }

  /// The same with the release that the path names.
  func release(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    do {
      let (entry, releases) = try await route.releases(context, route.registry.snapshot)
      let position = try route.position(of: route.version(context), entry, in: releases.rendered)
      let version = releases.rendered.versions[position]
      return try await component(request, context) { _ in version }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  private func component(
    _ request: Request,
    _ context: RegistryRequestContext,
    showing version: @escaping @Sendable (ComponentHistory) -> SemanticVersion?
  ) async throws -> Response {
    do {
      let snapshot = snapshot(for: context)
      let entry = try route.component(context, snapshot)
      let stamp = stamp(of: entry)
      return try await page(request, context, of: snapshot, stamp: stamp) {
        [self] snapshot, pages in
        let history = try await library.history(of: entry, in: snapshot)
        let shown = version(history).flatMap(history.item)?.release
        var facts: ReleaseFacts?
        if let shown { facts = try await library.facts(of: shown, history, entry, in: snapshot) }
        return pages.component(
          history,
          showing: facts,
          comparing: try await comparison(request, history, entry),
          in: try await library.graph(of: snapshot)
        )
      }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  private func comparison(
    _ request: Request,
    _ history: ComponentHistory,
    _ entry: RegistrySnapshot.Entry
  ) async throws -> ReleaseComparison? {
    let query = request.uri.queryParameters
    guard let from = query["from"].flatMap({ try? SemanticVersion(String($0)) }),
      let to = query["to"].flatMap({ try? SemanticVersion(String($0)) }),
      var comparison = ReleaseComparison(from, to, in: history)
    else { return nil }
    let records = comparison.records
    comparison.changes = try await library.changes(of: entry, from: records.old, to: records.new)
    return comparison
  }

  /// The public API of the release that the path names.
  func interface(
    _ request: Request,
    _ context: RegistryRequestContext
  ) async throws -> Response {
    do {
      let snapshot = snapshot(for: context)
      let (entry, releases) = try await route.releases(context, snapshot)
      let position = try route.position(of: route.version(context), entry, in: releases.rendered)
      let release = try await releases.release(position)
      guard let interface = try await library.interface(of: entry, release) else {
        throw Problem(
          .notFound,
          "the public API of '\(entry.name)' \(release.version) is not known here:"
            + " 'registry docs \(entry.name) \(release.version)' reads it"
        )
      }
      let stamp = stamp(of: entry)
      return try await page(request, context, of: snapshot, stamp: stamp) {
        [self] snapshot, pages in
        let history = try await library.history(of: entry, in: snapshot)
        let words = request.uri.queryParameters["q"].map(String.init) ?? ""
        return pages.interface(
          interface,
          of: try await library.facts(of: release, history, entry, in: snapshot),
          in: history,
          // Forms encode spaces as plus signs.
          query: words.replacing("+", with: " ").trimmed
        )
      }
    } catch let problem as Problem {
      return refusal(problem, request)
    }
  }

  /// What a page depends on besides the commit: documentation is built without one.
  private func stamp(of entry: RegistrySnapshot.Entry) -> String {
    let known = library.documentation(of: entry)
    guard !known.isEmpty else { return "" }
    return Hexadecimal.text(SHA256.digest(of: Array(known.utf8)).prefix(4))
  }
}
