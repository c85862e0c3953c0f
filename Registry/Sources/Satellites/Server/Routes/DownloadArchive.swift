import Base
import Content
import HTTPTypes
import Hummingbird
import Model
import NIOCore
import NIOPosix
import Site
import Versions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `GET /{scope}/{name}/{version}.zip`: the archive of a release (SE-0292, 4.4), whole or in part.
struct DownloadArchive: Sendable {
  static let suffix = ".zip"

  let route: RegistryRoute
  let archives: ArchiveStore

  func handle(_ request: Request, _ context: some RequestContext) async throws -> Response {
    try route.accept(.zip, request)
    let (entry, releases) = try await route.releases(context, route.registry.snapshot)
    let version = String(route.version(context).dropLast(Self.suffix.count))
    let position = try route.position(of: version, entry, in: releases.rendered)
    let release = try await releases.release(position)
    let published = try PublishedRelease(component: entry.name, release: release)
    let tag = "\"\(published.checksum.hexadecimal)\""
    var headers = Self.headers(of: published, tag)
    if let signature = try await route.registry.signature(of: release, entry) {
      headers[.signatureFormat] = ReleaseSignature.format
      headers[.signature] = signature.archive.base64
    }
    if EntityTags(request.headers[.ifNoneMatch])?.contains(tag) == true {
      return Response(status: .notModified, headers: headers)
    }
    let archive = try await archives.archive(of: published)
    headers[.contentType] = RegistryMedia.zip.contentType
    switch range(of: archive, tag, request) {
    case .whole:
      headers[.contentLength] = String(archive.size)
      return Response(status: .ok, headers: headers, body: archive.body(0..<archive.size))
    case .part(let range):
      headers[.contentLength] = String(range.count)
      headers[.contentRange] =
        "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(archive.size)"
      return Response(status: .partialContent, headers: headers, body: archive.body(range))
    case .unsatisfiable:
      throw Problem(
        .rangeNotSatisfiable,
        "the archive has \(archive.size) bytes, the range is outside of it",
        headers: [.contentRange: "bytes */\(archive.size)"]
      )
    }
  }

  private func range(of archive: VerifiedArchive, _ tag: String, _ request: Request) -> ByteRange {
    // Ranges are only defined for GET (RFC 9110, 14.2).
    guard request.method == .get else { return .whole }
    // With any other tag, or a date, the part would not fit the client's copy.
    if let condition = request.headers[.ifRange], condition != tag { return .whole }
    return ByteRange(request.headers[.range], size: archive.size)
  }

  private static func headers(
    of published: PublishedRelease,
    _ tag: String
  ) -> HTTPFields {
    let name = "\(published.component.packageName)-\(published.release.version)\(suffix)"
    return [
      .acceptRanges: "bytes",
      .cacheControl: "public, max-age=31536000, immutable",
      .contentDisposition: "attachment; filename=\"\(name)\"",
      .digest: "sha-256=\(Data(published.checksum.bytes).base64EncodedString())",
      .eTag: tag,
    ]
  }
}

extension VerifiedArchive {
  fileprivate func body(_ range: Range<Int>) -> ResponseBody {
    switch content {
    case .memory(let bytes):
      let part = bytes.getSlice(at: bytes.readerIndex + range.lowerBound, length: range.count)
      return ResponseBody(byteBuffer: part ?? ByteBuffer())
    case .file(let file): return file.body(range)
    }
  }
}

extension OpenFile {
  private static let chunk = 256 << 10

  /// A part of it as the body of an answer, which is read as it is sent.
  func body(_ range: Range<Int>) -> ResponseBody {
    ResponseBody(contentLength: range.count) { writer in
      var offset = range.lowerBound
      while offset < range.upperBound {
        let next = offset..<min(offset + Self.chunk, range.upperBound)
        let bytes = try await NIOThreadPool.singleton.runIfActive { try self.read(next) }
        guard bytes.count == next.count else {
          throw OperationError(.inputOutput, "a file was truncated while it was sent")
        }
        try await writer.write(ByteBuffer(bytes: bytes))
        offset = next.upperBound
      }
      try await writer.finish(nil)
    }
  }
}
