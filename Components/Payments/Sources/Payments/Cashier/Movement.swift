import FlowKit
import PaymentsInterface

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One attempt to move money, to the app or back, which is written down before the processor is asked.
///
/// A movement is pending until its outcome is recorded. Conformers supply what differs between charges
/// and refunds; ``Cashier`` has the steps that both take.
protocol Movement: Identifiable, Sendable where ID: RawRepresentable<String> & Sendable {
  associatedtype Answer: Sendable
  associatedtype Outcome: Equatable & Sendable

  var key: IdempotencyKey { get }
  var reference: OrderReference { get }
  var createdAt: Date { get }
  /// How it ended; `nil` while it is pending.
  var outcome: Outcome? { get set }
  /// What it is, in a sentence.
  var subject: String { get }
  /// What has happened to the money once the processor has moved it, in a sentence.
  var moved: String { get }

  /// The pending movements without an owner, oldest first.
  static func unfinished(in store: any PaymentStore) async throws -> [Self]
  /// The processor's result, searched by the movement's identifier; `nil` if there is none.
  func search(_ gateway: any PaymentGateway) async throws -> Answer?
  static func movesMoney(_ answer: Answer) -> Bool
  /// Records an answer with its booking, and returns the updated movement.
  func record(_ answer: Answer, in store: any PaymentStore) async throws -> Self
  /// Records that no money moved, with the reason in words for the person.
  func recordFailure(_ reason: String, in store: any PaymentStore) async throws -> Self
  /// Gives up ownership, so that recovery may complete the movement.
  func release(in store: any PaymentStore) async throws

  static func unknown(_ id: ID) -> PaymentStoreError
  /// The error for a movement that already has another outcome.
  static func decided(_ id: ID, _ outcome: Outcome) -> PaymentStoreError
}
