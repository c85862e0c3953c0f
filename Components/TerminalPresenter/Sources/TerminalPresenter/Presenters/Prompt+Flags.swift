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
    case .chooseSeveral: preselected.isEmpty ? nil : .choices(preselected)
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
  ///
  /// A number never counts the choices here: nobody has seen them in their order, and `--tip 5`
  /// must not mean the fifth tip.
  func response(reading texts: [String]) throws(InvalidAnswer) -> Response {
    switch kind {
    case .chooseSeveral(let choices, _):
      var chosen: [Choice.ID] = []
      for name in texts.flatMap({ $0.split(separator: ",") }).map(String.init) {
        if choices.areCounted(by: name) {
          chosen.append(name.trimmed)
        } else if case .choices(let ids) = try response(reading: name) {
          chosen += ids
        }
      }
      return .choices(chosen)
    case .chooseOne(let choices, _):
      let name = texts.last ?? ""
      return choices.areCounted(by: name) ? .choice(name.trimmed) : try response(reading: name)
    case .quantity, .text, .confirm, .page:
      return try response(reading: texts.last ?? "")
    }
  }
}

extension [Choice] {
  /// Whether `name` is a number and the name of none of them.
  fileprivate func areCounted(by name: String) -> Bool {
    let name = name.trimmed
    return Int(name) != nil && !contains { $0.id == name || $0.label == name }
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
