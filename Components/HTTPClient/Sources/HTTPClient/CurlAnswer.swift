/// What libcurl has received of an answer.
struct CurlAnswer {
  /// The most bytes that the header fields of an answer may have.
  private static let longestHead = 262_144

  private let longestBody: Int
  private var headers: [String: String] = [:]
  private var headLength = 0
  private var body: [UInt8] = []
  private(set) var isTruncated = false
  /// Whether the status and all header fields came.
  private(set) var isComplete = false

  init(longestBody: Int) {
    self.longestBody = longestBody
  }

  func response(status: Int) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: body, isTruncated: isTruncated)
  }

  /// Takes a line of the head, the empty one at its end included.
  ///
  /// - Returns: how many bytes were taken: another number than `count` ends the exchange.
  mutating func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    headLength += count
    guard headLength <= Self.longestHead else { return 0 }
    let line = Self.text(UnsafeRawBufferPointer(start: bytes, count: count))
    if line.hasPrefix("HTTP/") {
      // An interim answer (1xx) has a head of its own before the one that counts.
      headers = [:]
      isComplete = false
    } else if line.isEmpty {
      isComplete = true
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      headers[line[..<colon].lowercased()] = String(value)
    }
    return count
  }

  /// Takes bytes of the body, as far as there is room for them.
  ///
  /// - Returns: how many bytes were taken: another number than `count` ends the exchange.
  mutating func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
    let room = longestBody - body.count
    body += UnsafeRawBufferPointer(start: bytes, count: min(room, count))
    guard count <= room else {
      isTruncated = true
      return 0
    }
    return count
  }

  /// The answer that a callback of libcurl gets as its context.
  static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<CurlAnswer> {
    guard let context else { preconditionFailure("libcurl passes the context that it was given") }
    return context.assumingMemoryBound(to: CurlAnswer.self)
  }

  /// The line without white space at its end.
  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let end = bytes.lastIndex { !([0x09, 0x0A, 0x0D, 0x20] as [UInt8]).contains($0) }
    return String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
  }
}
