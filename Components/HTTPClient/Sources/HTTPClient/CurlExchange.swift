import CLibCurl

/// One request and its answer, on a handle of libcurl of its own.
struct CurlExchange: Sendable {
  private let request: HTTPRequest
  private let headers: [String]
  private let milliseconds: Int
  private let longestBody: Int

  /// - Throws: an ``HTTPError`` with `invalidURL` or `invalidHeader`.
  init(_ request: HTTPRequest, timeout: Duration, longestBody: Int) throws(HTTPError) {
    self.request = request
    self.longestBody = longestBody
    milliseconds = Int((timeout / .milliseconds(1)).rounded(.up))
    let url = request.url.lowercased()
    guard url.hasPrefix("http://") || url.hasPrefix("https://") else {
      throw HTTPError(.invalidURL, "not an HTTP URL: '\(request.url)'")
    }
    headers = request.headers.map { "\($0.key): \($0.value)" }.sorted()
    guard !headers.contains(where: { $0.unicodeScalars.contains(where: \.isControl) }) else {
      // Not quoted, since it may hold a secret.
      throw HTTPError(.invalidHeader, "a header field contains a control character")
    }
  }

  /// Sends the request and blocks the thread until the answer is complete.
  func perform() throws(HTTPError) -> HTTPResponse {
    guard Self.isReady, let handle = curl_easy_init() else {
      throw HTTPError(.failed, "libcurl cannot be initialised")
    }
    defer { curl_easy_cleanup(handle) }
    var fields: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(fields) }
    for header in headers {
      guard let longer = curl_slist_append(fields, header) else {
        throw HTTPError(.failed, "out of memory")
      }
      fields = longer
    }
    var answer = CurlAnswer(longestBody: longestBody)
    var problem = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    var result = set(fields, on: handle)
    if result == CURLE_OK {
      result = problem.withUnsafeMutableBufferPointer { problem in
        withUnsafeMutablePointer(to: &answer) { answer in
          send(on: handle, receivingInto: answer, problem.baseAddress)
        }
      }
    }
    guard answer.isComplete, result == CURLE_OK || answer.isTruncated else {
      let words = String(
        decoding: problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
        as: UTF8.self
      )
      throw HTTPError(
        HTTPError.Code(result),
        words.isEmpty ? String(cString: curl_easy_strerror(result)) : words
      )
    }
    var status = 0
    _ = clibcurl_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
    return answer.response(status: status)
  }

  private func set(_ fields: UnsafeMutablePointer<curl_slist>?, on handle: UnsafeMutableRawPointer)
    -> CURLcode
  {
    let results = [
      clibcurl_set_long(handle, CURLOPT_NOSIGNAL, 1),
      clibcurl_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds),
      clibcurl_speak_http(handle),
      clibcurl_set_text(handle, CURLOPT_URL, request.url),
      clibcurl_set_pointer(handle, CURLOPT_HTTPHEADER, fields),
    ]
    return results.first { $0 != CURLE_OK } ?? CURLE_OK
  }

  /// The answer and the text must live until this returns.
  private func send(
    on handle: UnsafeMutableRawPointer,
    receivingInto answer: UnsafeMutablePointer<CurlAnswer>,
    _ problem: UnsafeMutablePointer<CChar>?
  ) -> CURLcode {
    _ = clibcurl_set_pointer(handle, CURLOPT_ERRORBUFFER, problem)
    _ = clibcurl_set_pointer(handle, CURLOPT_HEADERDATA, answer)
    _ = clibcurl_set_receiver(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
      CurlAnswer.at(context).pointee.receiveHeader(bytes, size * count)
    }
    _ = clibcurl_set_pointer(handle, CURLOPT_WRITEDATA, answer)
    _ = clibcurl_set_receiver(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
      CurlAnswer.at(context).pointee.receiveBody(bytes, size * count)
    }
    guard case .post(let body) = request.method else { return curl_easy_perform(handle) }
    return body.withUnsafeBytes { bytes in
      _ = clibcurl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count))
      // Without an address libcurl would read the body from standard input.
      return withUnsafeBytes(of: 0 as UInt8) { nothing in
        _ = clibcurl_set_pointer(
          handle,
          CURLOPT_POSTFIELDS,
          bytes.baseAddress ?? nothing.baseAddress
        )
        return curl_easy_perform(handle)
      }
    }
  }

  /// Whether libcurl could be initialised, which is done once and never undone.
  private static let isReady = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
}

extension HTTPError.Code {
  /// libcurl's result for an exchange without a complete answer.
  fileprivate init(_ result: CURLcode) {
    switch result {
    case CURLE_URL_MALFORMAT: self = .invalidURL
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST: self = .unknownHost
    case CURLE_COULDNT_CONNECT: self = .refused
    case CURLE_OPERATION_TIMEDOUT: self = .timedOut
    // libcurl takes a connection that is closed within the head for a whole answer.
    case CURLE_OK, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR,
      CURLE_HTTP2_STREAM:
      self = .connectionClosed
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION: self = .untrusted
    default: self = .failed
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}

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

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    let end = bytes.lastIndex { !([0x09, 0x0A, 0x0D, 0x20] as [UInt8]).contains($0) }
    return String(decoding: bytes[..<(end.map { $0 + 1 } ?? 0)], as: UTF8.self)
  }
}
