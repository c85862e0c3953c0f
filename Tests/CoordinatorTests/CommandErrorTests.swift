import AppConsole
import ChefSourcing
import FlowKit
import OrderProcessing
import Payments
import Persistence
import StatusUpdates
import Testing

@testable import cookr

/// How the failures of flows reach scripts.
struct CommandErrorTests {
  private static let statuses: [(FlowFailure.Code, Int32)] = [
    (.invalidAnswer, 10), (.invalidParameters, 10),
    (.unanswered, 11), (.unknownLink, 12), (.noSuchOrder, 13),
    (.unknownOrder, 13), (.refusedStep, 14), (.unavailable, 15), (.notPossible, 14),
    (.orderCancelled, 14), (.chefsNone, 20), (.chefsDeclined, 20), (.chefsNoOffer, 14),
    (.paymentsDeclined, 30), (.paymentsNotCharged, 31), (.paymentsNotPaid, 31),
    (.paymentsNotRefunded, 31), (.paymentsExceeded, 31),
    (.paymentsPending, 32), (.paymentsUnderWay, 32),
    (.paymentsUnrecorded, 32), (.cancelledUnsettled, 32),
    (.invalidPace, 60), (.chefsSetting, 60), (.invalidSetting, 60), (.orderConflict, 1),
    (.storageFull, 50),
    (.storageNotWritable, 51), (.storageLocked, 52), (.storageDamaged, 53),
    (.damagedTimeline, 53), (.damagedMenu, 53), (.chefsDamaged, 53),
    (.storageNewer, 54), (.storageFailed, 1),
  ]

  @Test(arguments: statuses)
  func `each kind of failure has its exit status`(code: FlowFailure.Code, status: Int32) {
    let failure = CommandError(FlowFailure(code, "it went wrong", help: "correct it"))
    #expect(failure.status.rawValue == status)
    #expect(failure.message == "it went wrong")
    #expect(failure.help == "correct it")
  }

  @Test(arguments: [
    (FlowFailure.Kind.invalid, AppConsole.ExitStatus.invalidAnswer), (.notFound, .notFound),
    (.conflict, .notPossible), (.unavailable, .unavailable), (.damaged, .damaged),
    (.misconfigured, .invalidSetting), (.failed, .failed), (.init(rawValue: "new"), .failed),
  ])
  func `a failure that the app does not know ends as its kind does`(
    kind: FlowFailure.Kind,
    status: AppConsole.ExitStatus
  ) {
    let code = FlowFailure.Code(rawValue: "brand-new.failure", kind: kind)
    #expect(CommandError(FlowFailure(code, "it went wrong")).status == status)
  }

  @Test func `a page about a failure is titled by its kind`() {
    let code = FlowFailure.Code(rawValue: "brand-new.failure", kind: .conflict)
    #expect(
      CommandError(FlowFailure(code, "it went wrong", help: "correct it")).page
        == Page(
          title: "Not possible",
          lines: [.text("it went wrong", role: .failure), .text("correct it", role: .muted)]
        )
    )
  }

  @Test func `backing out is no failure, and what nobody foresaw is shown as it is`() {
    struct Surprise: Error {}
    #expect(CommandError(CancellationError()).status.rawValue == 130)
    #expect(CommandError(Surprise()).status.rawValue == 1)
    #expect(CommandError(Surprise()).message == "Surprise()")
  }
}
