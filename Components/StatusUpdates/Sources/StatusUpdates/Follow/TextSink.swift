public import Foundation

/// Writes a line of text for each change, such as `12:30:05  order A-17: on its way (by bicycle)`.
public struct TextSink: StatusSink {
  private let timeZone: TimeZone
  private let writeLine: @Sendable (String) -> Void

  public init(timeZone: TimeZone = .current, writeLine: @escaping @Sendable (String) -> Void) {
    self.timeZone = timeZone
    self.writeLine = writeLine
  }

  public var name: String { "text" }

  public func push(_ timeline: Timeline) async throws {
    let change = timeline.latest
    let note = change.note.map { " (\($0))" } ?? ""
    let time = change.at.timeOfDay(in: timeZone)
    writeLine("\(time)  order \(timeline.order): \(change.status.label)\(note)")
  }
}
