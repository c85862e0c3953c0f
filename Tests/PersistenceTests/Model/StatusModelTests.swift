import FlowKit
import Foundation
import ProgramTesting
import StatusUpdatesInterface
import Testing

/// The app's timelines and outbox against the component's own, on the same random commands.
struct StatusModelTests {
  @Test(arguments: 0..<2)
  func `random changes and deliveries are answered alike`(block: Int) async throws {
    for sequence in 0..<15 {
      let folder = try ScratchFolder()
      let ports = try Medium.allCases.map { try $0.status(in: folder) }
      var random = SplitMix64(seed: UInt64(block * 15 + sequence))
      for _ in 0..<40 {
        let command = StatusCommand.random(using: &random)
        let expected = try await command.run(on: ports[0])
        #expect(try await command.run(on: ports[1]) == expected, "\(command)")
      }
    }
  }
}

/// Something that is asked of the two ports of a status store.
private enum StatusCommand {
  case append(StatusChange, OrderReference)
  case claim(OutboxClaim)
  case markDelivered(MessageID)
  case markFailed(MessageID, ClaimID, problem: String, nextAttempt: Date?)
  case requeue(MessageID, Date)
  case look

  enum Answer: Hashable {
    case append(AppendOutcome)
    case entry(OutboxEntry?)
    case look([Timeline?], open: [Timeline], OutboxState, givenUp: [OutboxEntry])
    case refused(FlowFailure)
    case done
  }

  private static let orders = ["C", "A", "B"].map(OrderReference.init(rawValue:))

  static func random(using random: inout SplitMix64) -> StatusCommand {
    let order = orders[Int.random(in: 0..<3, using: &random)]
    // Short timelines, so that the numbers often fit.
    let sequence = Int.random(in: 1...4, using: &random)
    let id = MessageID(destination: .webhook, order: order, sequence: sequence)
    let claim = ClaimID(rawValue: "claim-\(Int.random(in: 0..<2, using: &random))")
    let seconds = Double(Int.random(in: 0...20, using: &random)) * 2.999
    let instant = PersistenceTests.instant(seconds)
    let end = PersistenceTests.instant(seconds + 5)
    switch Int.random(in: 0..<12, using: &random) {
    case 0...4:
      let usual = [Status].wholeWay[sequence - 1]
      let status =
        Int.random(in: 0..<6, using: &random) == 0
        ? Status.allCases.randomElement(using: &random) ?? usual : usual
      let note = Bool.random(using: &random) ? "Zoë's" : nil
      return .append(
        StatusChange(sequence: sequence, status: status, at: instant, note: note),
        order
      )
    case 5...7: return .claim(OutboxClaim(id: claim, at: instant, until: end))
    case 8: return .markDelivered(id)
    case 9:
      let next = Bool.random(using: &random) ? instant : nil
      let problem = ["down", "gone", "busy"].randomElement(using: &random) ?? "down"
      return .markFailed(id, claim, problem: problem, nextAttempt: next)
    case 10: return .requeue(id, instant)
    default: return .look
    }
  }

  /// - Throws: what is no rule of the ports.
  func run(on ports: StatusPorts) async throws -> Answer {
    do {
      switch self {
      case .append(let change, let order):
        let message = OutboxMessage.sample(order, change.sequence, at: change.at)
        return .append(
          try await ports.timelines.append(change, to: order, messages: [message])
        )
      case .claim(let claim):
        return .entry(try await ports.outbox.claimNext(for: .webhook, claim))
      case .markDelivered(let id):
        try await ports.outbox.markDelivered(id)
      case .markFailed(let id, let claim, let problem, let next):
        try await ports.outbox.markFailed(
          id,
          claimedBy: claim,
          problem: problem,
          nextAttempt: next
        )
      case .requeue(let id, let instant):
        try await ports.outbox.requeue(id, at: instant)
      case .look:
        var timelines: [Timeline?] = []
        for order in Self.orders {
          timelines.append(try await ports.timelines.timeline(of: order))
        }
        return .look(
          timelines,
          open: try await ports.timelines.openTimelines(),
          try await ports.outbox.state(of: .webhook),
          givenUp: try await ports.outbox.givenUp(for: .webhook)
        )
      }
      return .done
    } catch let refusal as FlowFailure {
      return .refused(refusal)
    }
  }
}
