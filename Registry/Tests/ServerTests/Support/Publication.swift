import Foundation
import Git
import Model
import Server
import HTTPTypes
import Hummingbird
import NIOCore

/// A request that publishes a package, in the form that the stock client sends.
struct Publication: Sendable {
  private static let boundary = "0123456789"

  var scope = "cookr"
  var name = "Soup"
  var version = "1.0.0"
  var files: [String: String] = [
    "Package.swift": Self.manifest("Soup"), "Sources/Soup/Soup.swift": "public let soup = 1\n",
  ]
  var metadata: String?
  /// How the metadata is said to be written.
  var metadataEncoding = "binary"
  /// By their paths, what links lead to.
  var links: [String: String] = [:]
  var headers: HTTPFields = [
    .contentType: "multipart/form-data;boundary=\"\(boundary)\"",
    .accept: "application/vnd.swift.registry.v1+json",
  ]
  /// Of the archive; `nil` if it is not signed.
  var signature: [UInt8]?
  var metadataSignature: [UInt8]?
  var signatureFormat = "cms-1.0.0"
  /// In the place of the archive of the files.
  var archive: [UInt8]?

  static func manifest(_ name: String, dependencies: String = "", uses: String = "") -> String {
    """
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "\(name)",
      products: [.library(name: "\(name)", targets: ["\(name)"])],
      dependencies: [\(dependencies)],
      targets: [.target(name: "\(name)", dependencies: [\(uses)])]
    )

    """
  }

  /// As another program packs them: another folder at the top, but the same files.
  func zip() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let archive = try StoredArchive(
      root: "package",
      entries: files.keys.map { ArchiveEntry(path: TreePath(unchecked: $0), kind: .file) }
        + links.map { ArchiveEntry(path: TreePath(unchecked: $0), kind: .link(target: $1)) }
    )
    _ = try archive.write(
      contents: { Array(files[$0.path.string, default: ""].utf8) },
      to: { bytes += $0 }
    )
    return bytes
  }

  func body() throws -> ByteBuffer {
    var body = ByteBuffer()
    func part(_ name: String, _ type: String, _ encoding: String, _ content: [UInt8]) {
      body.writeString("--\(Self.boundary)\r\n")
      body.writeString("Content-Disposition: form-data; name=\"\(name)\"\r\n")
      body.writeString("Content-Type: \(type)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n")
      body.writeBytes(content)
      body.writeString("\r\n")
    }
    part("source-archive", "application/zip", "binary", try archive ?? zip())
    if let metadata {
      part("metadata", "application/json", metadataEncoding, Array(metadata.utf8))
    }
    for (name, signature) in [
      ("source-archive-signature", signature), ("metadata-signature", metadataSignature),
    ] {
      if let signature { part(name, "application/octet-stream", "binary", signature) }
    }
    body.writeString("--\(Self.boundary)--\r\n")
    return body
  }

  func send(to served: Served, token: String?) async throws -> Answer {
    var headers = headers
    if signature != nil, let name = HTTPField.Name("X-Swift-Package-Signature-Format") {
      headers[name] = signatureFormat
    }
    headers[.authorization] = token.map { "Bearer \($0)" }
    return try await served.answer(
      "/\(scope)/\(name)/\(version)",
      .put,
      headers: headers,
      body: body()
    )
  }
}
