import Foundation
import HTTPClientTesting

/// A receiver of webhooks on the loopback interface, at a port of its own.
final class WebhookReceiver: Sendable {
  /// How it meets those who connect.
  enum Manner {
    /// With this HTTP status.
    case answering(Int)
    /// It says nothing, and keeps the connection open.
    case silent
  }

  /// The settings of an app that sends here.
  let environment: [String: String]
  static let secret = "a secret of the receiver"

  private let server: LoopbackServer

  init(_ manner: Manner) throws {
    server =
      switch manner {
      case .answering(let status): try LoopbackServer(.status(status, body: ""))
      case .silent: try LoopbackServer(.silence(after: ""))
      }
    environment = [
      "COOKR_WEBHOOK_URL": "\(server.address)/hook",
      "COOKR_WEBHOOK_SECRET": Self.secret,
    ]
  }

  deinit {
    server.stop()
  }

  /// What has arrived, in its order.
  var requests: [LoopbackServer.Request] {
    server.requests
  }
}

/// A system call that failed in a test's own set-up.
struct SystemError: Error, CustomStringConvertible {
  let description: String

  init(_ call: String) {
    description = "\(call) failed with error \(errno)"
  }
}
