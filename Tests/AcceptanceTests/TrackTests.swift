import ProgramTesting
import Testing

/// `cookr track`, and orders that are not there.
@Suite(.freshHome)
struct TrackTests {
  @Test func `an order without a chef is shown as it is`() async throws {
    let id = try await placeOrder()
    let track = try await cookr("track \(id) --json").result(TrackResult.self)
    let placed = TrackResult.Timeline.Change(status: "placed")
    #expect(
      track == TrackResult(timeline: .init(order: id, status: "placed", changes: [placed]))
    )
  }

  @Test func `a delivered order has all of its steps`() async throws {
    let id = try await deliveredOrder()
    let track = try await cookr("track \(id) --json").result(TrackResult.self)
    #expect(
      track.timeline.changes.map(\.status)
        == ["placed", "chef-assigned", "cooking", "on-its-way", "delivered"]
    )
  }

  @Test(arguments: [
    ["track", "ORDER"], ["refund", "ORDER", "--yes"], ["cancel", "ORDER", "--yes"],
    ["meal", "--order", "ORDER", "--yes"],
    ["open", "cookr://track/ORDER"], ["open", "cookr://refund/ORDER", "--yes"],
    ["open", "cookr://tip/ORDER", "--yes"], ["open", "cookr://receipt/ORDER"],
  ])
  func `an unknown order is answered with the nearest`(arguments: [String]) async throws {
    let id = try await placeOrder()
    let near = String(id.dropLast())
    try await cookr(arguments.map { $0.replacing("ORDER", with: near) }).fails(
      13,
      "there is no order '\(near)'",
      help: "did you mean '\(id)'?"
    )
  }

  @Test func `where no order is near, one is led to those that there are`() async throws {
    try await cookr("track A-17").fails(
      13,
      "there is no order 'A-17'",
      help: "'cookr orders' lists them"
    )
    let id = try await placeOrder()
    try await cookr("track A-17").fails(13, "there is no order 'A-17'", help: "choose one of \(id)")
  }
}
