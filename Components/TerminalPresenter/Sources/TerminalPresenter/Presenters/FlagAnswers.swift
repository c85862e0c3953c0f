import FlowKit

/// The values of command-line flags, taken by questions one after another.
struct FlagAnswers: Sendable {
  private var values: [String: [String]]
  /// The value of each flag that was given one value for all subjects.
  private let common: [String: String]

  init(_ values: [String: [String]]) {
    self.values = values
    common = values.compactMapValues { texts in
      let unnamed = texts.filter { $0.namedSubject == nil }
      return unnamed.count == 1 ? unnamed[0] : nil
    }
  }

  /// The values that no question has taken.
  var unused: [String: [String]] {
    values.filter { !$0.value.isEmpty }
  }

  /// Takes what answers the question; nil when nothing does.
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
