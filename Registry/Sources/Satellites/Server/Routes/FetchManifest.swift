import HTTPTypes
import Hummingbird
import NIOCore
import Content
import ManifestEditor
import Model
import Site
import Versions

/// `GET /{scope}/{name}/{version}/Package.swift`: a release's manifest (SE-0292, 4.3), the bytes
/// that the archive has too.
struct FetchManifest: Sendable {
  let route: RegistryRoute
  let manifests: ManifestLibrary

  /// How long caches may keep a manifest that may get a signature.
  private static let unsignedSeconds = 3600

  func handle(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try route.accept(.swift, request)
    let address = route.address(of: request)
    let snapshot = route.registry.snapshot
    let (entry, releases) = try await route.releases(context, snapshot)
    let position = try route.position(of: route.version(context), entry, in: releases.rendered)
    let release = try await releases.release(position)
    let published = try PublishedRelease(component: entry.name, release: release)
    let signature = try await route.registry.signature(of: release, entry)
    let manifests = try await manifests.manifests(of: published, signature)
    let folder = address.release(snapshot.manifest.scope, entry.name, release.version)
    let url = "\(folder)/Package.swift"
    guard let wanted = request.uri.queryParameters["swift-version"] else {
      let links = manifests.alternates.map { alternate in
        Link(
          target: "\(url)?swift-version=\(alternate.version)",
          relation: "alternate",
          attributes: [
            ("filename", alternate.name), ("swift-tools-version", "\(alternate.version)"),
          ]
        )
      }
      return response(manifests.base, named: "Package.swift", published, links, signature)
    }
    guard let version = SwiftVersion(String(wanted)) else {
      throw Problem(.badRequest, "invalid Swift version '\(wanted)', expected up to three numbers")
    }
    guard let alternate = manifests.alternates.first(where: { $0.version == version }) else {
      return Response(status: .seeOther, headers: [.location: url, .contentLength: "0"])
    }
    return response(alternate.content, named: alternate.name, published, [], signature)
  }

  private func response(
    _ content: [UInt8],
    named name: String,
    _ published: PublishedRelease,
    _ links: [Link],
    _ signature: ReleaseSignature?
  ) -> Response {
    // Those of a release that is signed later change once, with its signature.
    let isSigned = signature?.manifests.isEmpty == false
    let isFinal = signature != nil
    var headers: HTTPFields = [
      .contentType: RegistryMedia.swift.contentType,
      .contentLength: String(content.count),
      .contentDisposition: "attachment; filename=\"\(name)\"",
      .cacheControl: isFinal
        ? "public, max-age=31536000, immutable" : "public, max-age=\(Self.unsignedSeconds)",
      .eTag: "\"\(published.checksum.hexadecimal)-\(name)\(isSigned ? "-signed" : "")\"",
    ]
    if !links.isEmpty { headers[.link] = links.header }
    return Response(
      status: .ok,
      headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: content))
    )
  }
}
