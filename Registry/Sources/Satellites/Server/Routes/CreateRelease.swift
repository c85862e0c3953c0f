import Base
import Model
import Releases
import Sharing
import Site
import Versions
import HTTPTypes
import Hummingbird

/// `PUT /{scope}/{name}/{version}`: a release that was made elsewhere (SE-0292, 4.6; SE-0391).
struct CreateRelease: Sendable {
  private static let largestMetadata = 1 << 20
  private static let largestBody = UnpackingLimits().archive + 2 * largestMetadata

  let route: RegistryRoute
  let authorizer: Authorizer
  let handler: UploadHandler

  func handle(_ request: Request, _ context: RegistryRequestContext) async throws -> Response {
    let token = try await authorizer.permitWriting(.publish, request, context) {
      try route.package(context)
    }
    let contentType = try Self.checkHead(request)
    let name = try route.package(context)
    let version: SemanticVersion
    do throws(OperationError) {
      version = try SemanticVersion(route.version(context))
    } catch {
      throw Problem(.badRequest, error.message)
    }
    let format = request.headers[.signatureFormat]
    try checkScope(of: name)
    let result = try await handler.queue.withPlace(of: token.name) {
      context.askForBody(of: request)
      let body = try await StoredBody(request.body, upTo: Self.largestBody)
      return try await handler.publish(name, by: token) {
        try Self.submission(of: name, version, body.bytes(), contentType, format)
      }
    }
    let address = route.address(of: request)
    return Response(
      status: .created,
      headers: [
        .location: address.release(route.registry.scope, result.component, result.release.version),
        .contentLength: "0",
      ]
    )
  }

  /// Refuses scopes that the manifest does not list.
  private func checkScope(of name: ComponentName) throws(Problem) {
    guard let scope = name.scope else { return }
    let manifest = route.registry.snapshot.manifest
    guard manifest.accepts(scope) else {
      let scopes = [manifest.scope.text] + manifest.uploadScopes
      throw Problem(
        .unprocessableContent,
        "packages in the scope '\(scope)' are not accepted, expected"
          + " '\(scopes.joined(separator: "' or '"))'"
      )
    }
  }

  private static func submission(
    of name: ComponentName,
    _ version: SemanticVersion,
    _ body: [UInt8],
    _ contentType: String,
    _ format: String?
  ) throws(Problem) -> UploadHandler.Submission {
    let form = try MultipartForm(body, contentType: contentType)
    guard let archive = form["source-archive"] else {
      throw Problem(.unprocessableContent, "the part 'source-archive' is missing")
    }
    let signature = form["source-archive-signature"]
    if signature != nil, format != ReleaseSignature.format {
      throw Problem(
        .unprocessableContent,
        "the header X-Swift-Package-Signature-Format is '\(format ?? "")', expected"
          + " '\(ReleaseSignature.format)'"
      )
    }
    let metadata = form["metadata"]
    guard metadata?.count ?? 0 <= largestMetadata else {
      throw Problem(.contentTooLarge, "the metadata has more than \(largestMetadata) bytes")
    }
    return UploadHandler.Submission(
      component: name,
      version: version,
      archive: archive,
      metadata: metadata,
      signature: signature,
      metadataSignature: form["metadata-signature"]
    )
  }

  /// Checks the head before the body is read, and returns the content type.
  private static func checkHead(_ request: Request) throws(Problem) -> String {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > largestBody {
      throw Problem(.contentTooLarge, "the body has more than \(largestBody) bytes")
    }
    if let encoding = request.headers[.contentEncoding], encoding.lowercased() != "identity" {
      throw Problem(.unsupportedMediaType, "unsupported content encoding '\(encoding)'")
    }
    try AcceptedMedia(request.headers[.accept]).check(.json)
    guard let type = request.headers[.contentType],
      type.lowercased().hasPrefix("multipart/form-data")
    else {
      throw Problem(
        .unsupportedMediaType,
        "the content type is '\(request.headers[.contentType] ?? "")', expected multipart/form-data"
      )
    }
    return type
  }
}
