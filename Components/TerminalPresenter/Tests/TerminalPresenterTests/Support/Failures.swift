import FlowKit

/// The failure that `body` ends with; nil when it ends otherwise.
func failure(of body: () async throws -> Void) async -> FlowFailure? {
  do {
    try await body()
    return nil
  } catch {
    return error as? FlowFailure
  }
}
