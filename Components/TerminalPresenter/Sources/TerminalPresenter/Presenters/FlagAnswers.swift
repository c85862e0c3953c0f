import FlowKit

/// The values of command-line flags, taken by questions one after another.
struct FlagAnswers: Sendable {
  private var values: [String: [String]]
  private let common: [String: String]

  init(_ values: [String: [String]]) {
    self.values = values
    common = values.compactMapValues { texts in
      let unnamed = texts.filter { $0.namedSubject == nil }
      return unnamed.count == 1 ? unnamed[0] : nil
    }
  }

  var unused: [String: [String]] {
    values.filter { !$0.value.isEmpty }
  }

  mutating func take(for prompt: Prompt) -> [String]? {
    guard let texts = values[prompt.key] else { return nil }
    if case .chooseSeveral = prompt.kind {
      values[prompt.key] = []
      return texts.isEmpty ? nil : texts
    }
    guard let subject = prompt.subject else { return take(prompt.key, at: texts.indices.first) }
    if let index = texts.firstIndex(where: { $0.namedSubject == subject[...] }) {
      return take(prompt.key, at: index)?.map { String($0.dropFirst(subject.count + 1)) }
    }
    let unnamed = texts.firstIndex { $0.namedSubject == nil }
    return take(prompt.key, at: unnamed) ?? common[prompt.key].map { [$0] }
  }

  private mutating func take(_ key: String, at index: Int?) -> [String]? {
    guard let index, let text = values[key]?.remove(at: index) else { return nil }
    return [text]
  }
}

extension String {
  /// What stands before `=` where that can be the identifier of a subject.
  fileprivate var namedSubject: Substring? {
    guard let end = firstIndex(of: "="), end > startIndex else { return nil }
    let name = self[..<end]
    let isIdentifier = name.allSatisfy { character in
      character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
    }
    return isIdentifier ? name : nil
  }
}

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
          chosen.append(name.trimmingSpaces())
        } else if case .choices(let ids) = try response(reading: name) {
          chosen += ids
        }
      }
      return .choices(chosen)
    case .chooseOne(let choices, _):
      let name = texts.last ?? ""
      return choices.areCounted(by: name)
        ? .choice(name.trimmingSpaces()) : try response(reading: name)
    case .quantity, .text, .confirm, .page:
      return try response(reading: texts.last ?? "")
    }
  }
}

extension [Choice] {
  /// Whether `name` is a number and the name of none of them.
  fileprivate func areCounted(by name: String) -> Bool {
    let name = name.trimmingSpaces()
    return Int(name) != nil && !contains { $0.id == name || $0.label == name }
  }
}
