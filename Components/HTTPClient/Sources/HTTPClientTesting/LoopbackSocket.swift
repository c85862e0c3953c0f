import Foundation

enum LoopbackSocket {
  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// A listening socket on a port that the system chose.
  static func listen() throws -> (socket: Int32, port: UInt16) {
    let (listener, port) = try bind()
    _ = try checked("listen") { Foundation.listen(listener, 16) }
    return (listener, port)
  }

  /// A socket that holds a port and refuses whoever calls there.
  static func bind() throws -> (socket: Int32, port: UInt16) {
    let listener = try checked("socket") { socket(AF_INET, streamType, 0) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        _ = try checked("bind") { Foundation.bind(listener, generic, length) }
        _ = try checked("getsockname") { getsockname(listener, generic, &length) }
      }
    }
    return (listener, UInt16(bigEndian: address.sin_port))
  }

  /// Reads a request with as much body as its Content-Length says; `nil` for one that breaks off.
  static func readRequest(from connection: Int32) -> LoopbackServer.Request? {
    var bytes = Data()
    while true {
      if let request = request(in: bytes) { return request }
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      bytes += buffer.prefix(count)
    }
  }

  static func write(_ text: String, to connection: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, noSignal) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes without the usual goodbye, so that the other side sees an error.
  static func reset(_ connection: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close(connection)
  }

  private static func request(in bytes: Data) -> LoopbackServer.Request? {
    guard let end = bytes.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    let body = bytes[end.upperBound...]
    guard body.count >= headers["content-length"].flatMap({ Int($0) }) ?? 0 else { return nil }
    return LoopbackServer.Request(line: lines[0], headers: headers, body: Data(body))
  }

  private static func checked(_ call: String, _ body: () -> Int32) throws -> Int32 {
    let result = body()
    guard result >= 0 else { throw Failure(call: call, code: errno) }
    return result
  }

  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #elseif canImport(Musl)
    private static let streamType = SOCK_STREAM
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let streamType = SOCK_STREAM
    private static let noSignal = Int32(0)
  #endif
}
