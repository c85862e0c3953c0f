package import FlowKit

extension Setting {
  /// Where the webhook goes; `code` is that of an invalid address.
  package static func webhookAddress(code: FlowFailure.Code = .invalidSetting) -> Setting {
    Setting(
      "COOKR_WEBHOOK_URL",
      expected: "an http or https address without user, password and fragment",
      help: "an address looks like 'https://example.org/orders'",
      code: code
    )
  }
}
