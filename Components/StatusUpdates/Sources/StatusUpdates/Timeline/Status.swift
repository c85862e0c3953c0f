public import Foundation

/// The status of an order.
///
/// An order goes from `placed` through `chefAssigned`, `cooking` and `onItsWay` to `delivered`, one
/// step at a time. It can be cancelled until the meal leaves the kitchen. After that, problems are
/// settled by a refund.
public enum Status: String, Hashable, Sendable, Codable, CaseIterable {
  /// The order was taken; no chef has accepted it, or it is not paid yet.
  case placed
  /// A chef has accepted the order, and it is paid.
  case chefAssigned = "chef-assigned"
  case cooking
  case onItsWay = "on-its-way"
  /// The customer has the meal: final.
  case delivered
  /// There will be no meal: final.
  case cancelled

  /// The statuses that can follow, the usual one first; empty for a final status.
  public var successors: [Status] {
    switch self {
    case .placed: [.chefAssigned, .cancelled]
    case .chefAssigned: [.cooking, .cancelled]
    case .cooking: [.onItsWay, .cancelled]
    case .onItsWay: [.delivered]
    case .delivered, .cancelled: []
    }
  }

  public var isFinal: Bool {
    successors.isEmpty
  }

  /// The status for display, such as `on its way`.
  public var label: String {
    rawValue.split(separator: "-").joined(separator: " ")
  }
}

/// One step of an order, as it is stored.
public struct StatusChange: Hashable, Sendable, Codable {
  /// The step's place in its order's timeline, from 1, without gaps.
  public let sequence: Int
  public let status: Status
  /// The time in whole milliseconds, so that each store returns the same instant.
  public let at: Date
  /// One line about the step, such as the chef's name.
  public let note: String?

  /// Makes a change; ``Timeline`` checks that it may follow another.
  public init(sequence: Int, status: Status, at: Date, note: String? = nil) {
    self.sequence = sequence
    self.status = status
    self.at = at
    self.note = note
  }
}

extension Date {
  /// The last whole millisecond of the Unix epoch that is not after the instant; the instant itself
  /// where it is one.
  package var wholeMilliseconds: Date {
    let nearest = (timeIntervalSince1970 * 1000).rounded()
    let date = Date(timeIntervalSince1970: nearest / 1000)
    return date <= self ? date : Date(timeIntervalSince1970: (nearest - 1) / 1000)
  }

  package func advanced(by duration: Duration) -> Date {
    addingTimeInterval(duration / .seconds(1))
  }

  /// How long it is until `other`; negative where that is past.
  package func duration(until other: Date) -> Duration {
    .seconds(other.timeIntervalSince(self))
  }

  /// Hours, minutes and seconds on a clock in `timeZone`, such as `09:30:05`.
  package func timeOfDay(in timeZone: TimeZone) -> String {
    // The style cuts digits off where a binary fraction lies a hair below its decimal one.
    let style = Date.ISO8601FormatStyle(timeZone: timeZone).time(includingFractionalSeconds: false)
    return addingTimeInterval(0.0005).formatted(style)
  }
}
