import Base
import Git
import Model

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of a command, as text for people and as JSON for programs.
///
/// Documentation/reference/registry-json.md describes its members: keys are only ever added.
protocol Document: JSONObjectRepresentable {
  /// Lines with their ends; `width` is that of the terminal, if it is one.
  func text(style: Style, width: Int?) -> String
}

extension JSONValue {
  /// The lines of a file, with sorted keys.
  func fileText() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(Encoded(value: self)), as: UTF8.self) + "\n"
  }

  private struct Encoded: Encodable {
    let value: JSONValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .number(let digits):
        if let integer = Int(digits) {
          try container.encode(integer)
        } else {
          try container.encode(Double(digits))
        }
      case .string(let text): try container.encode(text)
      case .array(let values): try container.encode(values.map(Encoded.init))
      case .object(let members): try container.encode(members.mapValues(Encoded.init))
      }
    }
  }
}

/// Why a command was refused or failed.
struct ErrorDocument: Document {
  let error: OperationError

  var members: JSONMembers { ["error": error] }

  func text(style: Style, width: Int?) -> String {
    let place = error.context.map { "\($0): " } ?? ""
    return style(.red, "error:") + " " + (place + error.message).printable + "\n"
      + style.help(error.help, indent: 0)
  }
}

extension OperationError: JSONObjectRepresentable {
  var members: JSONMembers {
    ["code": code.rawValue, "message": message, "help": help, "context": context]
  }
}

extension Array {
  /// The elements one by one, but where more than `most` have something in common, all of these at the
  /// place of the first.
  func folded<Key: Hashable>(moreThan most: Int = 0, by key: (Element) -> Key) -> [[Element]] {
    let groups = Dictionary(grouping: self, by: key)
    var seen: Set<Key> = []
    return compactMap { element in
      let common = key(element)
      guard let group = groups[common], group.count > most else { return [element] }
      return seen.insert(common).inserted ? group : nil
    }
  }
}

extension [OperationError] {
  /// One error in place of many that only follow from others.
  ///
  /// - Parameter words: Says what so many have in common.
  func foldingConsequences(_ code: OperationError.Code, _ words: (Int) -> String) -> Self {
    let consequences = filter { $0.code == code }
    guard consequences.count > 3 else { return self }
    return filter { $0.code != code } + [
      OperationError(
        code,
        words(consequences.count),
        help: "see the errors above, then run the command again; '--json' lists all"
      )
    ]
  }
}

/// The effect of a writing command on the repository, real or planned.
struct WrittenOutcome {
  /// A word of the command for what it did, `unchanged` where nothing was to be written, or
  /// `planned` for a dry run.
  let outcome: String
  /// The word of the command, whatever the outcome.
  let done: String
  let commit: ObjectID?
  /// `nil` unless this is a dry run.
  let plan: PlanDocument?

  init(_ result: some WritingResult, _ done: String, _ mode: WritingMode) {
    outcome = result.plan == nil ? "unchanged" : mode == .real ? done : "planned"
    (self.done, commit) = (done, result.commit)
    plan = mode.document(result.plan)
  }

  var isUnchanged: Bool { outcome == "unchanged" }

  /// `is`, or `would be` for a dry run.
  var verb: String { plan == nil ? "is" : "would be" }

  /// The start of the commit's name.
  var shortCommit: String { String((commit?.hex ?? "").prefix(12)) }
}

/// The result of a writing command, without the outcome, the commit and the plan.
protocol WrittenResult: JSONObjectRepresentable {
  /// Lines with their ends.
  func text(_ written: WrittenOutcome, style: Style, width: Int?) -> String
}

/// The result of a writing command, and below it what a dry run would write.
struct WrittenDocument<Result: WrittenResult>: Document {
  let result: Result
  let written: WrittenOutcome

  var members: JSONMembers {
    result.members.adding([
      "outcome": written.outcome, "commit": written.commit, "plan": written.plan,
    ])
  }

  func text(style: Style, width: Int?) -> String {
    let text = result.text(written, style: style, width: width)
    return written.plan.map { text + "\n" + $0.text(style: style, width: width) } ?? text
  }
}
