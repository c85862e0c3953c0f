import HTTPTypes
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

/// Whose word on the address of a client counts.
@Suite(.scratchRepository)
struct TrustedProxyTests {
  private let scratch = Scratch.current

  @Test(arguments: ["", "localhost", "10.0.0.0/33", "10.0.0.1,", "::1/x", "10.0.0.1/24/8"])
  func `trusting proxies refuses text that is no address or network`(_ text: String) {
    #expect(TrustedProxies(text) == nil)
  }

  @Test(
    arguments: [
      ("127.0.0.1", ["429", "401"]), ("127.0.0.0/8", ["429", "401"]),
      ("::ffff:127.0.0.1", ["429", "401"]), ("10.0.0.1,::1", ["429", "429"]),
    ]
  )
  func `failed logins are counted for the client that a trusted proxy names`(
    _ proxies: String,
    _ statuses: [String]
  ) async throws {
    try scratch.makeMonorepo()
    _ = try scratch.token()
    var options = RegistryService.Options()
    let start = ContinuousClock.now
    // Time stands still.
    options.now = { start }
    options.proxies = try #require(TrustedProxies(proxies))
    try await Served(options: options).live { port in
      // In front of what the proxy adds, a client may write what it likes.
      func login(_ client: String, _ number: Int) async throws -> String {
        let talk = try await Talk(port)
        await talk.send(
          "POST /login HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer wrong\r\n"
            + "X-Forwarded-For: 192.0.2.\(number), \(client)\r\nConnection: close\r\n\r\n"
        )
        return String(await talk.text().dropFirst("HTTP/1.1 ".count).prefix(3))
      }
      for number in 0..<10 { #expect(try await login("192.0.2.200", number) == "401") }
      let found = [
        try await login("192.0.2.200", 11), try await login("192.0.2.201", 12),
      ]
      #expect(found == statuses)
    }
  }
}
