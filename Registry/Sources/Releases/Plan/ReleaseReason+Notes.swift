extension [ReleaseReason] {
  /// What the changelog says before the list of changes, which has no commit to tell of a dependency
  /// or of a group.
  ///
  /// - Parameter own: What a person wants to be said.
  func changelogNotes(_ own: String?) -> String? {
    let taken = compactMap { reason in
      if case .dependency(let taken) = reason { "\(taken.name) \(taken.version)" } else { nil }
    }
    let sentence = taken.isEmpty ? nil : "Updates to \(taken.joined(separator: ", "))."
    let group: String? =
      if case .group(let name)? = first {
        "Released with the group \(name); it has no changes of its own."
      } else { nil }
    let notes = [own, sentence, group].compactMap(\.self)
    return notes.isEmpty ? nil : notes.joined(separator: "\n\n")
  }
}
