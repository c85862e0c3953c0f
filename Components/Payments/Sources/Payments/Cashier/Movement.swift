import FlowKit
import PaymentsInterface

/// One attempt to move money, to the app or back, which is written down before the processor is asked.
///
/// A movement is pending until its outcome is recorded. What belongs to the direction of the money is
/// said here; ``Cashier`` has the steps that all movements take.
protocol Movement: Identifiable, Sendable where ID: RawRepresentable<String> & Sendable {
  associatedtype Answer: Sendable
  associatedtype Outcome: Equatable & Sendable

  var key: IdempotencyKey { get }
  var reference: OrderReference { get }
  /// How it ended; `nil` while it is pending.
  var outcome: Outcome? { get set }
  /// What it is, in a sentence.
  var subject: String { get }
  /// What has happened to the money once the processor has moved it, in a sentence.
  var moved: String { get }

  /// Those that are pending and belong to nobody, oldest first.
  static func unfinished(in store: any PaymentStore) async throws -> [Self]
  /// What the processor made of it; `nil` if it was never asked.
  func answer(of gateway: any PaymentGateway) async throws -> Answer?
  static func movesMoney(_ answer: Answer) -> Bool
  /// Records an answer with its booking, and returns the movement as it stands now.
  func record(_ answer: Answer, in store: any PaymentStore) async throws -> Self
  /// Records that no money moved, with the reason in words for the person.
  func recordFailure(_ reason: String, in store: any PaymentStore) async throws -> Self
  /// Gives it up, so that recovery may finish it.
  func release(in store: any PaymentStore) async throws

  static func unknown(_ id: ID) -> PaymentStoreError
  /// It ended otherwise before.
  static func decided(_ id: ID, _ outcome: Outcome) -> PaymentStoreError
}
