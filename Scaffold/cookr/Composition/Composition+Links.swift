import FlowKit
import Persistence

extension Composition {
  /// Opens a link, and keeps it unless it led nowhere: who backs out may want to open it again.
  func opening(
    _ link: String,
    _ open: () async throws -> FlowOutcome
  ) async throws -> FlowOutcome {
    do {
      let outcome = try await open()
      try await links.save(link)
      return outcome
    } catch let cancellation as CancellationError {
      try await links.save(link)
      throw cancellation
    }
  }
}
