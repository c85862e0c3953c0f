import FlowKit
public import PaymentsInterface
import Synchronization

/// The sandbox processor's memory for previews and tests; gone with the process.
public final class InMemoryProcessorStore: ProcessorStore {
  private struct Records {
    var charges: [IdempotencyKey: ProcessorCharge] = [:]
    var refunds: [IdempotencyKey: ProcessorRefund] = [:]
  }

  private let records: Mutex<Records>

  public init() {
    records = Mutex(Records())
  }

  package init(copying other: InMemoryProcessorStore) {
    records = Mutex(other.records.withLock(\.self))
  }

  public func remember(_ charge: ProcessorCharge) async throws -> ProcessorCharge {
    records.withLock { records in
      if let known = records.charges[charge.key] { return known }
      records.charges[charge.key] = charge
      return charge
    }
  }

  public func charge(for key: IdempotencyKey) async throws -> ProcessorCharge? {
    records.withLock { $0.charges[key] }
  }

  public func charge(reference: String) async throws -> ProcessorCharge? {
    records.withLock { $0.charges.values.first { $0.reference == reference } }
  }

  public func charge(_ id: ChargeID) async throws -> ProcessorCharge? {
    records.withLock { $0.charges.values.first { $0.capture?.charge == id } }
  }

  public func remember(
    _ refund: ProcessorRefund,
    limit: Int64,
    refusal: RefundAnswer
  ) async throws -> ProcessorRefund {
    records.withLock { records in
      if let known = records.refunds[refund.key] { return known }
      let before = records.refunds.values
        .filter { $0.charge == refund.charge && $0.isRefunded }
        .reduce(0) { $0 + $1.amount.minorUnits }
      let (sum, overflow) = before.addingReportingOverflow(refund.amount.minorUnits)
      let remembered =
        refund.isRefunded && (overflow || sum > limit) ? refund.answered(refusal) : refund
      records.refunds[refund.key] = remembered
      return remembered
    }
  }

  public func refund(for key: IdempotencyKey) async throws -> ProcessorRefund? {
    records.withLock { $0.refunds[key] }
  }

  public func refund(reference: String) async throws -> ProcessorRefund? {
    records.withLock { $0.refunds.values.first { $0.reference == reference } }
  }

  /// Everything that was asked for, in no order; for tests that compare both sides' books.
  package var charges: [ProcessorCharge] {
    records.withLock { Array($0.charges.values) }
  }

  /// Everything that was asked back, in no order.
  package var refunds: [ProcessorRefund] {
    records.withLock { Array($0.refunds.values) }
  }
}
