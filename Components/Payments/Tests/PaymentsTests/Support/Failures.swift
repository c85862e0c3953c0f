import FlowKit

/// The code of the failure that a body throws; nil if it returns.
func failureCode(_ body: () async throws -> Void) async throws -> FlowFailure.Code? {
  do {
    try await body()
    return nil
  } catch let failure as FlowFailure {
    return failure.code
  }
}
