import FlowKit

extension Prompt {
  /// What tells a question from the others of its flow.
  struct Identity: Hashable {
    let key: String
    let subject: String?
  }

  var identity: Identity {
    Identity(key: key, subject: subject)
  }

  /// The answer of someone who agrees to everything; nil where there is nothing to agree to.
  var suggestedResponse: Response? {
    switch kind {
    case .chooseOne(_, let suggested): suggested.map(Response.choice)
    case .chooseSeveral: nil
    case .quantity(_, let suggested): .quantity(suggested)
    case .text(let suggested): suggested.map(Response.text)
    case .confirm: .confirmed(true)
    case .page: .seen
    }
  }

  /// The flag that answers the question, as it is typed.
  var flagUsage: String {
    switch kind {
    case .chooseOne, .chooseSeveral: "--\(key) NAME"
    case .quantity: "--\(key) NUMBER"
    case .text: "--\(key) TEXT"
    case .confirm, .page: "--yes"
    }
  }

  /// Reads an answer that was given in several pieces, such as a repeated flag.
  func response(reading texts: [String]) throws(InvalidAnswer) -> Response {
    guard case .chooseSeveral = kind else { return try response(reading: texts.last ?? "") }
    var chosen: [Choice.ID] = []
    for text in texts {
      guard case .choices(let ids) = try response(reading: text) else { continue }
      chosen += ids
    }
    return .choices(chosen)
  }
}
