import FlowKit

/// A question on the screen: a value that changes with each key and can be drawn at any size.
///
/// It reads nothing and writes nothing, so that it can be tried without a terminal.
protocol QuestionScreen: Sendable {
  /// Changes the screen by a key, or ends the question.
  mutating func press(_ key: Key) -> Outcome
  /// What the screen looks like.
  func frame(in size: WindowSize, guide: StyleGuide) -> Frame
  /// The answer in words, for the line that stays behind.
  func summary(of response: Response) -> String
}

/// What a key did to a question.
enum Outcome: Hashable, Sendable {
  /// The question is still open.
  case open
  /// The person answered.
  case answered(Response)
  /// The person backed out.
  case cancelled
}
