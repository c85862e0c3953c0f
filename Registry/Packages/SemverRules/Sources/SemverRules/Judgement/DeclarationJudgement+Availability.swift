extension DeclarationJudgement {
  /// What became of the availability on a platform.
  private enum Change: CaseIterable {
    case unavailable, newer, obsolete, available, older, obsoleteLater, deprecated

    var rule: Rule {
      switch self {
      case .unavailable, .newer, .obsolete: .availabilityNarrowed
      case .available, .older, .obsoleteLater: .availabilityWidened
      case .deprecated: .deprecated
      }
    }

    /// - Parameter platforms: Their names, with versions where they are said since when.
    func phrase(_ platforms: [String]) -> String {
      let list = platforms.joined(separator: ", ")
      let place = platforms == ["*"] ? "" : " on \(list)"
      return switch self {
      case .unavailable: "is unavailable\(place)"
      case .newer: "is available since \(list) only"
      case .obsolete: "is obsolete\(place)"
      case .available: "is available\(place) now"
      case .older: "is available for older systems\(place)"
      case .obsoleteLater: "is obsolete later\(place)"
      case .deprecated: "was deprecated\(place)"
      }
    }
  }

  mutating func judgeAvailability() {
    // An alias cannot be used where the type is not available that it stands for.
    let before = oldIndex.availability(of: old)
    let after = newIndex.availability(of: new)
    if after.isUnavailableFromAsync, !before.isUnavailableFromAsync {
      add(.noasyncAdded, "is unavailable from asynchronous code now")
    } else if before.isUnavailableFromAsync, !after.isUnavailableFromAsync {
      add(.noasyncRemoved, "is available from asynchronous code now")
    }
    var changes: [Change: [String]] = [:]
    for name in Set(before.platforms.keys).union(after.platforms.keys).sorted() {
      // What was unavailable has no clients: that it is available now is said once, for all systems.
      if before.isUnavailable, name != "*" { continue }
      let (was, its) = (before[name], after[name])
      if was == its || isOfType(was, its, on: name) { continue }
      for change in self.changes(was, its, on: name) {
        let version = (its.introduced ?? []).map(String.init).joined(separator: ".")
        changes[change, default: []].append(change == .newer ? "\(name) \(version)" : name)
      }
    }
    for change in Change.allCases {
      if let platforms = changes[change] { add(change.rule, change.phrase(platforms)) }
    }
  }

  /// Whether the type around a member changed in the same way, and is told of instead.
  private func isOfType(
    _ before: Availability.Platform,
    _ after: Availability.Platform,
    on name: String
  ) -> Bool {
    guard let type = old.context, let was = oldIndex.types[type],
      let its = newIndex.types[new.context ?? type]
    else { return false }
    return was.availability[name] == before && its.availability[name] == after
  }

  private func changes(
    _ before: Availability.Platform,
    _ after: Availability.Platform,
    on name: String
  ) -> [Change] {
    if before.isUnavailable { return after.isUnavailable ? [] : [.available] }
    if after.isUnavailable { return [.unavailable] }
    var changes: [Change] = []
    let oldest = oldIndex.oldestSystems
    if oldest.isNarrower(after.introduced, than: before.introduced, on: name) {
      changes.append(.newer)
    } else if oldest.isNarrower(before.introduced, than: after.introduced, on: name) {
      changes.append(.older)
    }
    switch (before.obsoleted, after.obsoleted) {
    case (let was, let its) where was == its: break
    case (let was, let its?) where OldestSystems.isLater(was ?? its, than: its) || was == nil:
      changes.append(.obsolete)
    default: changes.append(.obsoleteLater)
    }
    if after.isDeprecated, !before.isDeprecated { changes.append(.deprecated) }
    return changes
  }
}

extension InterfaceIndex {
  /// That of a declaration, and of the type that an alias stands for.
  fileprivate func availability(of declaration: Declaration) -> Availability {
    let own = declaration.availability
    return availability(ofWhatIsNamedBy: declaration).map { own.merged(over: $0) } ?? own
  }
}

extension Availability {
  fileprivate subscript(_ platform: String) -> Platform { platforms[platform] ?? Platform() }
}
