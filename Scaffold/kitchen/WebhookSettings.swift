import FlowKit
import StatusUpdatesWebhook

/// The variables of the webhook, which StatusUpdates reads.
enum WebhookSettings {
  private static let secretForm = "at least 16 characters"
  private static let address = Setting("COOKR_WEBHOOK_URL", expected: "an address")
  private static let secret = Setting("COOKR_WEBHOOK_SECRET", expected: secretForm)

  /// Refuses a secret that is missing or cannot be used.
  ///
  /// The component's own failure says what is wrong with a secret, but not where it is set.
  static func checkSecret(in environment: [String: String]) throws(FlowFailure) {
    guard let text = secret.text(in: environment) else {
      guard address.text(in: environment) != nil else { return }
      throw FlowFailure(
        .webhookConfiguration,
        "\(address.name) is set and \(secret.name) is not",
        help: "set it to \(secretForm), such as those of 'openssl rand -hex 32', and give the "
          + "receiver the same; or unset \(address.name)"
      )
    }
    do {
      _ = try WebhookSecret(text)
    } catch {
      throw FlowFailure(error.code, "invalid \(secret.name): \(error.message)", help: error.help)
    }
  }
}
