import HTTPClientTesting

extension LoopbackServer {
  /// Where the webhook goes.
  var hook: String { address + "/orders" }
}
