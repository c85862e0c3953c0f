import Git
import Model

/// The commits since a release, and those of them that no later one took back.
struct ReleaseChanges {
  /// Newest first.
  let all: [Commit]
  /// Neither a commit that was reverted nor its revert, newest first.
  let standing: [Commit]
}

/// Finds the commits that later ones of the same list revert.
///
/// A revert names them: `This reverts commit ID.`, with nothing else in the sentence, or only by
/// the subject of the reverted commit where a forge wrote it, or where the name is one from before a
/// rebase. A revert of what an earlier release has stays, and so does a reverted commit whose revert
/// was reverted.
struct RevertedCommits {
  let tip: ObjectID

  func changes(
    _ commits: [Commit],
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> ReleaseChanges {
    var gone: Set<ObjectID> = []
    // The newest first: a revert that was reverted takes nothing back.
    for (place, commit) in commits.enumerated() where !gone.contains(commit.id) {
      guard let revert = Revert(commit) else { continue }
      var isWhole = true
      for target in revert.targets {
        let found = try reverted(
          by: target,
          revert,
          among: commits[(place + 1)...],
          graph: &graph,
          in: repository
        )
        isWhole = isWhole && !found.isEmpty
        gone.formUnion(found)
      }
      if revert.isOnlyRevert, isWhole { gone.insert(commit.id) }
    }
    return ReleaseChanges(all: commits, standing: commits.filter { !gone.contains($0.id) })
  }

  private func reverted(
    by target: Revert.Target,
    _ revert: Revert,
    among older: ArraySlice<Commit>,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    var subject = revert.subject
    switch target {
    case .name(let digits):
      if let found = older.first(where: { $0.id.hex.utf8.starts(with: digits.utf8) }) {
        return [found.id]
      }
      if let id = try? ObjectID(hex: digits), try repository.header(of: id)?.kind == .commit,
        try repository.isAncestor(id, of: tip)
      {
        return try merged(by: id, among: older, graph: &graph, in: repository)
      }
    case .subject(let text): subject = text
    }
    guard let subject else { return [] }
    return older.first { Revert.withoutNumber($0.summary) == subject }.map { [$0.id] } ?? []
  }

  /// The commits that a merge brought.
  private func merged(
    by merge: ObjectID,
    among older: ArraySlice<Commit>,
    graph: inout CommitGraph,
    in repository: borrowing Repository
  ) throws -> [ObjectID] {
    let parents = try graph.parents(of: merge, in: repository)
    guard parents.count > 1 else { return [] }
    let brought = try repository.commits(from: merge, excluding: parents[0], graph: &graph)
    return older.map(\.id).filter(Set(brought).contains)
  }
}

/// The statement of a commit that it reverts others.
struct Revert {
  enum Target {
    /// The digits of a commit's name, seven at least.
    case name(String)
    case subject(Substring)
  }

  let targets: [Target]
  /// The subject of the reverted commit, without the number of a pull request.
  let subject: Substring?
  /// Whether its subject tells of nothing else.
  let isOnlyRevert: Bool

  /// `nil` for a commit that reverts nothing.
  init?(_ commit: Commit) {
    let names = Self.names(in: commit.message)
    let mayName = commit.message.utf8.first.map { $0 | 0x20 == UInt8(ascii: "r") } ?? false
    guard mayName || !names.isEmpty else { return nil }
    let summary = commit.summary
    subject = Self.subject(of: summary)
    isOnlyRevert = subject != nil || summary.utf8.starts(with: "Reapply \"".utf8)
    if !names.isEmpty {
      targets = names.map { .name($0) }
    } else if let subject {
      targets = [.subject(subject)]
    } else {
      return nil
    }
  }

  private static let sentence = "This reverts commit "

  private static func names(in message: String) -> [String] {
    let isThere = message.utf8.split(separator: UInt8(ascii: "\n")).contains { line in
      line.drop { $0 == UInt8(ascii: " ") }.starts(with: sentence.utf8)
    }
    guard isThere else { return [] }
    let text = CommitLines(message)
    return zip(text.lines, text.isCode).compactMap { line, isCode in
      let line = line.utf8.drop { $0 == UInt8(ascii: " ") }
      guard !isCode, line.starts(with: sentence.utf8) else { return nil }
      let digits = line.dropFirst(sentence.utf8.count).prefix { byte in
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
      }
      guard digits.count >= 7, isEnd(line[digits.endIndex...]) else { return nil }
      return String(Substring(digits))
    }
  }

  /// Whether the sentence says nothing else of the commit, such as that only a part is reverted.
  private static func isEnd(_ text: Substring.UTF8View.SubSequence) -> Bool {
    var rest = Substring(text)
    // As `git revert --reference` writes it: the subject and the day.
    if let reference = rest.prefixMatch(of: /\ \(.*, \d{4}-\d\d-\d\d\)/) {
      rest = rest[reference.range.upperBound...]
    }
    return rest.utf8.allSatisfy { $0 == UInt8(ascii: " ") } || rest.utf8.first == UInt8(ascii: ".")
      || rest.utf8.starts(with: ", reversing".utf8)
  }

  /// Returns the subject inside `Revert "…"` or behind `revert:`; `nil` for another summary.
  static func subject(of summary: String) -> Substring? {
    let start = "Revert \""
    let text = withoutNumber(summary)
    if text.utf8.starts(with: start.utf8), text.utf8.last == UInt8(ascii: "\""),
      text.utf8.count > start.utf8.count
    {
      return withoutNumber(Substring(text.utf8.dropFirst(start.utf8.count).dropLast()))
    }
    guard let parts = ConventionalParts(summary), parts.type == "revert" else { return nil }
    return withoutNumber(parts.text)
  }

  /// Without the number that a forge puts behind the title of a pull request, as in ` (#12)`.
  static func withoutNumber(_ subject: some StringProtocol) -> Substring {
    let subject = Substring(subject)
    guard subject.utf8.last == UInt8(ascii: ")") else { return subject }
    var rest = subject.utf8.dropLast()
    let digits = rest.reversed().prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }.count
    rest = rest.dropLast(digits)
    guard digits > 0, rest.reversed().starts(with: "#( ".utf8) else { return subject }
    return Substring(rest.dropLast(3))
  }
}
