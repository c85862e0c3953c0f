import Dispatch

/// Sends requests with the system's libcurl: no cookies, no cache, no redirects.
///
/// `URLSession` ends the process on Linux where a server closes the connection within its answer's
/// head (Swift 6.3).
public struct CurlClient: Sendable {
  private let timeout: Duration
  private let longestBody: Int

  /// Makes a client that waits `timeout` for a whole answer, however slowly it trickles in, and reads
  /// at most `longestBody` bytes of its body.
  public init(timeout: Duration, longestBody: Int) {
    self.timeout = timeout
    self.longestBody = longestBody
  }

  /// Sends the request once.
  ///
  /// Cancelling the task returns at once, while the exchange ends by itself within the time limit.
  ///
  /// - Throws: ``HTTPError`` without a complete answer, `CancellationError` when the task is cancelled.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let exchange = try CurlExchange(request, timeout: timeout, longestBody: longestBody)
    let (responses, continuation) = AsyncThrowingStream<HTTPResponse, any Error>.makeStream()
    // A blocking call must not occupy one of the few threads that all tasks share.
    DispatchQueue.global().async {
      continuation.yield(with: Result { try exchange.perform() })
      continuation.finish()
    }
    for try await response in responses { return response }
    throw CancellationError()
  }
}
