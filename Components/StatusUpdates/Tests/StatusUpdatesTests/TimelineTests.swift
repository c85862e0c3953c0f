import FlowKit
import Foundation
import StatusUpdates
import Testing

struct TimelineTests {
  let start = TestClock().now

  @Test func `a timeline keeps every step with its number, its time and its note`() throws {
    let placed = try Timeline(order: .a17, placedAt: start, note: " by phone ")
    let cooking = try placed.advanced(to: .chefAssigned, at: start + 1, note: "")
      .advanced(to: .cooking, at: start + 2.5)
    #expect(
      cooking.changes == [
        StatusChange(sequence: 1, status: .placed, at: start, note: "by phone"),
        StatusChange(sequence: 2, status: .chefAssigned, at: start + 1),
        StatusChange(sequence: 3, status: .cooking, at: start + 2.5),
      ]
    )
  }

  @Test(arguments: Status.allCases, Status.allCases)
  func `a step is taken where the status allows it, and nowhere else`(
    status: Status,
    next: Status
  ) throws {
    let allowed: [Status: Set<Status>] = [
      .placed: [.chefAssigned, .cancelled], .chefAssigned: [.cooking, .cancelled],
      .cooking: [.onItsWay, .cancelled], .onItsWay: [.delivered],
    ]
    let steps: [Status] =
      switch status {
      case .placed: []
      case .cancelled: [.cancelled]
      default: [Status].wholeWay.prefix { $0 != status }.dropFirst() + [status]
      }
    var timeline = try Timeline(order: .a17, placedAt: start)
    for step in steps { timeline = try timeline.advanced(to: step, at: start) }
    let isAllowed = allowed[status]?.contains(next) == true
    #expect((try? timeline.advanced(to: next, at: start))?.status == (isAllowed ? next : nil))
  }

  @Test func `a refused step names what would be allowed`() throws {
    let placed = try Timeline(order: .a17, placedAt: start)
    let expected = FlowFailure(
      .refusedStep,
      "order 'A-17' is 'placed' and cannot become 'delivered', "
        + "expected 'chef-assigned' or 'cancelled'"
    )
    #expect(throws: expected) { try placed.advanced(to: .delivered, at: start) }
  }

  @Test func `nothing comes after the end`() throws {
    let cancelled = try Timeline(order: .a17, placedAt: start).advanced(to: .cancelled, at: start)
    let expected = FlowFailure(
      .refusedStep,
      "order 'A-17' is 'cancelled' and cannot become 'cooking', 'cancelled' is final"
    )
    #expect(throws: expected) { try cancelled.advanced(to: .cooking, at: start) }
  }

  @Test func `a clock that was set back does not reorder the steps`() throws {
    let placed = try Timeline(order: .a17, placedAt: start)
    let next = try placed.advanced(to: .cancelled, at: start - 3600)
    #expect(next.latest.at == start)
  }

  @Test func `times are whole milliseconds, and stay what they are when they come back`() throws {
    for microseconds in stride(from: 0, to: 1_000_000, by: 333) {
      let instant = start.addingTimeInterval(Double(microseconds) / 1_000_000)
      let at = try Timeline(order: .a17, placedAt: instant).latest.at
      let milliseconds = (at.timeIntervalSince1970 * 1000).rounded()
      #expect(at == Date(timeIntervalSince1970: milliseconds / 1000))
      #expect(at <= instant)
      #expect(try Timeline(order: .a17, placedAt: at).latest.at == at)
    }
  }

  @Test(arguments: [
    "two\nlines", "\u{1B}[2J", "\u{202E}desrever", String(repeating: "x", count: 201),
  ])
  func `a note that is not one plain line is refused`(note: String) throws {
    let failure = #expect(throws: FlowFailure.self) {
      try Timeline(order: .a17, placedAt: start, note: note)
    }
    #expect(failure?.code == .invalidNote)
  }

  @Test func `a note may be in any script`() throws {
    let note = "คุณมะลิ 👩‍🍳 \u{0915}\u{094D}\u{200D}\u{0937}"
    #expect(try Timeline(order: .a17, placedAt: start, note: note).latest.note == note)
  }

  @Test(
    arguments: [
      ([], "it has no steps"),
      ([(1, .cooking, 0)], "it begins with 'cooking', expected 'placed'"),
      ([(1, .placed, 0), (3, .cancelled, 0)], "step 2 has number 3"),
      ([(1, .placed, 0), (2, .delivered, 0)], "'delivered' follows 'placed'"),
      ([(1, .placed, 5), (2, .cancelled, 4)], "step 2 is earlier than the one before"),
    ] as [([(Int, Status, Double)], String)]
  )
  func `stored steps that cannot have been are refused`(
    steps: [(Int, Status, Double)],
    reason: String
  ) throws {
    let changes = steps.map { StatusChange(sequence: $0, status: $1, at: start + $2) }
    let expected = FlowFailure(
      .damagedTimeline,
      "the timeline of order 'A-17' is damaged: \(reason)"
    )
    #expect(throws: expected) { try Timeline(order: .a17, changes: changes) }
  }
}
