import Base
import Model
import Site
import Versions
import HTTPTypes
import Hummingbird
import NIOPosix

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of the documentation that DocC wrote, for those who may read the component.
struct DocumentationRoutes: Sendable {
  private static let base = DocumentationFolder.usualBase

  let route: RegistryRoute
  let folder: DocumentationFolder

  func add(to router: Router<RegistryRequestContext>) {
    router.get("/\(Self.base)/{component}/{version}") { try await file($0, $1) }
    router.get("/\(Self.base)/{component}/{version}/**") { try await file($0, $1) }
  }

  private func file(_ request: Request, _ context: RegistryRequestContext) async throws -> Response
  {
    let snapshot = route.registry.snapshot.visible(to: context.reader)
    let (component, version) = try release(context, snapshot)
    let names = context.parameters.getCatchAll().map { PercentDecoding.decode(String($0)) }
    let place = folder.place(of: component, version)
    let found = try await NIOThreadPool.singleton.runIfActive { try Self.find(names, in: place) }
    switch found {
    case .file(let file, let names): return try await answer(file, at: names)
    case .folder where request.uri.path.hasSuffix("/"): throw missing(component, version)
    case .folder:
      let path = PagePaths.root(of: route.publicURL ?? "") + request.uri.path
      return Response(
        status: .movedPermanently,
        headers: [.location: "\(path)/", .contentLength: "0"]
      )
    case nil: throw missing(component, version)
    }
  }

  private func release(
    _ context: RegistryRequestContext,
    _ snapshot: RegistrySnapshot
  ) throws(Problem) -> (ComponentName, SemanticVersion) {
    let text = RegistryRoute.decoded("component", context)
    guard let name = try? ComponentName(text),
      let entry = snapshot.offered(name),
      let version = try? SemanticVersion(route.version(context))
    else { throw Problem(.notFound, "there is no component '\(text)' in this registry") }
    return (entry.name, version)
  }

  private func missing(_ component: ComponentName, _ version: SemanticVersion) -> Problem {
    folder.documentation(of: component, version).hasPages
      ? Problem(.notFound, "the documentation of '\(component)' \(version) has no such page")
      : Problem(.notFound, "'\(component)' \(version) has no documentation here")
  }

  private enum Found {
    case file(OpenFile, at: [String])
    /// One without its slash in the address.
    case folder
  }

  /// - Parameter names: `nil` for what is not UTF-8.
  private static func find(_ names: [String?], in place: String) throws -> Found? {
    var found: [String] = []
    for name in names {
      // Nothing outside of the folder, and nothing that is being written.
      guard let name, !name.isEmpty, !name.hasPrefix("."), !name.contains("/"),
        !name.contains("\0")
      else { return nil }
      found.append(name)
    }
    let path = ([place] + found).joined(separator: "/")
    switch LocalFile.kind(at: path) {
    case .file: return try OpenFile(path).map { .file($0, at: found) }
    case .directory:
      let index = "index.html"
      return try OpenFile("\(path)/\(index)").map { .file($0, at: found + [index]) } ?? .folder
    default: return nil
    }
  }

  /// - Parameter names: Those below the folder of the release.
  private func answer(_ file: OpenFile, at names: [String]) async throws -> Response {
    let type = names.last?.split(separator: ".").last.flatMap { Self.types[String($0)] }
    var headers: HTTPFields = [
      .contentType: type ?? "application/octet-stream", .contentLength: "\(file.size)",
      .cacheControl: "no-cache", .contentSecurityPolicy: ContentPolicy.content,
      .referrerPolicy: "same-origin",
    ]
    switch DocumentationFolder.part(at: names) {
    case .page:
      let text = try await NIOThreadPool.singleton.runIfActive { try file.read(0..<file.size) }
      headers[.contentSecurityPolicy] = Self.policy(for: String(decoding: text, as: UTF8.self))
    case .download: headers[.contentDisposition] = "attachment"
    case .content: break
    }
    return Response(status: .ok, headers: headers, body: file.body(0..<file.size))
  }

  /// Allows the one line in pages that `registry docs` did not write, which says where the scripts
  /// are: in this form it does nothing else, whoever wrote it.
  private static func policy(for page: String) -> String {
    let line = page.firstMatch(of: DocumentationPages.inlineScript).map { match in
      Data(SHA256.digest(of: Array(match.script.utf8))).base64EncodedString()
    }
    return ContentPolicy.documentation(allowing: line.map { "'sha256-\($0)'" })
  }

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8",
    "ico": "image/x-icon", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
    "mov": "video/quicktime", "mp4": "video/mp4", "png": "image/png", "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8", "webp": "image/webp", "gif": "image/gif",
    "webm": "video/webm",
  ]
}
