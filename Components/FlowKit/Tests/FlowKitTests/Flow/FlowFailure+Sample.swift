import FlowKit

extension FlowFailure {
  static let sample = FlowFailure(
    .unavailable,
    "the oven is 'off', expected 'on'",
    help: "plug it in"
  )
}
