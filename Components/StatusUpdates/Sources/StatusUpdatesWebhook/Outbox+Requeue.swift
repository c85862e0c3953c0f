import StatusUpdatesInterface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Outbox {
  /// Makes all that was given up for a destination wait again, and returns how many messages that
  /// were.
  func requeueGivenUp(for destination: DestinationName, at instant: Date) async throws -> Int {
    let entries = try await givenUp(for: destination)
    for entry in entries {
      try await requeue(entry.message.id, at: instant)
    }
    return entries.count
  }
}
