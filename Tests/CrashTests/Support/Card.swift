/// The sandbox's cards: the one that works, and the six faults of a processor.
enum Card: String, CaseIterable {
  case success
  case declined
  case timeoutBefore = "timeout-before"
  case timeoutAfter = "timeout-after"
  case lostAnswer = "lost-answer"
  case unreachable
  case serverError = "server-error"

  /// How `cookr meal` ends with it when nothing else goes wrong.
  var status: Int {
    switch self {
    case .success, .timeoutAfter, .lostAnswer, .serverError: 0
    case .declined: 30
    case .timeoutBefore, .unreachable: 31
    }
  }
}
