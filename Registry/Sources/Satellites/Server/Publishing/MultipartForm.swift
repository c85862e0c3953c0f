import Base
import HTTPTypes
import Hummingbird
import Model
import NIOCore
import NIOPosix

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The parts of a `multipart/form-data` body (RFC 7578), decoded as each declares.
///
/// Parts end at the boundary; declared lengths are ignored.
struct MultipartForm {
  private static let mostParts = 16
  private static let largestHead = 16 << 10

  private let parts: [String: [UInt8]]

  /// - Parameter contentType: With the boundary, in quotes or not.
  init(_ body: [UInt8], contentType: String) throws(Problem) {
    guard let boundary = Self.boundary(in: contentType) else {
      throw Problem(.badRequest, "the content type has no boundary")
    }
    let delimiter = Array("--\(boundary)".utf8)
    let lines = Array("\r\n".utf8) + delimiter
    var parts: [String: [UInt8]] = [:]
    // The first delimiter may be at the start, without a line end before it.
    let start = body.starts(with: delimiter) ? delimiter.count : nil
    guard var position = start ?? body.firstIndex(of: lines).map({ $0 + lines.count }) else {
      throw Self.malformed
    }
    while !body[position...].starts(with: "--".utf8) {
      guard let start = body.firstIndex(of: Array("\r\n".utf8), from: position),
        let end = body.firstIndex(of: lines, from: start)
      else { throw Self.malformed }
      guard parts.count < Self.mostParts else {
        throw Problem(.badRequest, "the form has more than \(Self.mostParts) parts")
      }
      let (name, content) = try Self.part(body[(start + 2)..<max(start + 2, end)])
      guard parts.updateValue(content, forKey: name) == nil else {
        throw Problem(.badRequest, "the part '\(name)' occurs twice")
      }
      position = end + lines.count
    }
    self.parts = parts
  }

  subscript(name: String) -> [UInt8]? { parts[name] }

  private static var malformed: Problem {
    Problem(.badRequest, "invalid or incomplete multipart form")
  }

  private static func boundary(in contentType: String) -> String? {
    let parts = contentType.split(separator: ";").map(\.trimmed)
    guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
    for part in parts.dropFirst() where part.lowercased().hasPrefix("boundary=") {
      let value = part.dropFirst("boundary=".count)
      let isQuoted = value.hasPrefix("\"")
      let boundary = isQuoted ? value.dropFirst().prefix { $0 != "\"" } : value
      return 1...70 ~= boundary.utf8.count ? String(boundary) : nil
    }
    return nil
  }

  private static func part(
    _ bytes: ArraySlice<UInt8>
  ) throws(Problem) -> (name: String, content: [UInt8]) {
    let separator = Array("\r\n\r\n".utf8)
    guard let end = bytes.prefix(largestHead).firstIndex(of: separator, from: bytes.startIndex),
      let head = String(validating: bytes[..<end], as: UTF8.self)
    else { throw malformed }
    var fields: [String: String] = [:]
    for line in head.split(separator: "\r\n") {
      let field = line.split(separator: ":", maxSplits: 1)
      guard field.count == 2 else { throw malformed }
      fields[field[0].trimmed.lowercased()] = field[1].trimmed
    }
    guard let name = name(in: fields["content-disposition"] ?? "") else {
      throw Problem(.badRequest, "a part has no name")
    }
    let content = Array(bytes[(end + separator.count)...])
    let encoding = fields["content-transfer-encoding"] ?? "binary"
    guard let encoding = TransferEncoding(rawValue: encoding.lowercased()) else {
      throw Problem(
        .unsupportedMediaType,
        "unsupported encoding '\(encoding)' of the part '\(name)'"
      )
    }
    guard let decoded = encoding.decode(content) else {
      throw Problem(.badRequest, "the part '\(name)' is not encoded as \(encoding.rawValue)")
    }
    return (name, decoded)
  }

  private static func name(in disposition: String) -> String? {
    for part in disposition.split(separator: ";").map(\.trimmed) where part.hasPrefix("name=") {
      return part.dropFirst("name=".count).filter { $0 != "\"" }
    }
    return nil
  }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// The first position of `pattern`.
  fileprivate func firstIndex(of pattern: [UInt8], from start: Int = 0) -> Int? {
    guard let first = pattern.first, start <= endIndex else { return nil }
    var position = Swift.max(start, startIndex)
    while let found = self[position...].firstIndex(of: first) {
      guard found + pattern.count <= endIndex else { return nil }
      if self[found..<(found + pattern.count)].elementsEqual(pattern) { return found }
      position = found + 1
    }
    return nil
  }
}

/// The encoding of a part (RFC 2045, 6).
enum TransferEncoding: String {
  case binary
  case eightBit = "8bit"
  case sevenBit = "7bit"
  case base64
  case quotedPrintable = "quoted-printable"

  /// `nil` if the bytes are not in this encoding.
  func decode(_ bytes: [UInt8]) -> [UInt8]? {
    switch self {
    case .binary, .eightBit, .sevenBit: return bytes
    case .base64:
      let digits = bytes.filter { $0 != Self.carriageReturn && $0 != Self.lineFeed }
      return Data(base64Encoded: Data(digits)).map { Array($0) }
    case .quotedPrintable:
      // SwiftPM declares this encoding for its metadata, but sends it without.
      let isPlain = (try? JSONValue(reading: bytes, file: "part")) != nil
      return isPlain ? bytes : Self.unquoted(bytes)
    }
  }

  private static let (carriageReturn, lineFeed): (UInt8, UInt8) = (0x0D, 0x0A)

  private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "=") else {
        decoded.append(byte)
        continue
      }
      // At the end of a line, it is a soft line break.
      if rest.starts(with: [carriageReturn, lineFeed]) {
        rest.removeFirst(2)
      } else if rest.first == lineFeed {
        rest.removeFirst()
      } else {
        guard let digits = String(validating: rest.prefix(2), as: UTF8.self),
          digits.utf8.count == 2, digits.first?.isHexDigit == true,
          let value = UInt8(digits, radix: 16)
        else { return nil }
        decoded.append(value)
        rest.removeFirst(2)
      }
    }
    return decoded
  }
}

/// The body of a request in a temporary file, so that uploads take no memory until their turn.
final class StoredBody: Sendable {
  private let file: TemporaryFile

  /// Receives a body.
  ///
  /// - Parameter limit: In bytes.
  init(_ body: RequestBody, upTo limit: Int) async throws {
    file = try TemporaryFile()
    for try await part in body {
      // A disk that is slow must not delay other connections.
      try await NIOThreadPool.singleton.runIfActive {
        guard self.file.size + part.readableBytes <= limit else {
          throw Problem(.contentTooLarge, "the body has more than \(limit) bytes")
        }
        _ = try self.file.append(Array(buffer: part))
      }
    }
  }

  func bytes() throws -> [UInt8] {
    try file.read(0..<file.size)
  }
}
