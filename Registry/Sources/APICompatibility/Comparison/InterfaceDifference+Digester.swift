extension InterfaceDifference {
  /// - Parameters:
  ///   - breakages: The digester's lines about `old` and `new`.
  ///   - reverse: Its lines where the two are swapped.
  package init(
    from old: PublicInterface,
    to new: PublicInterface,
    breakages: [String],
    reverse: [String]
  ) throws(APICompatibilityError) {
    let forward = try Self.findings(breakages)
    var changes = forward.compactMap(\.change)
    let changed = Set(forward.map(\.declaration))
    changes += try Self.findings(reverse).compactMap { $0.gain(beside: changed) }
    changes += EffectChanges(old: try old.declarations(), new: try new.declarations()).changes
    self.init(changes)
  }

  private static func findings(
    _ lines: [String]
  ) throws(APICompatibilityError) -> [DigesterFinding] {
    var findings: [DigesterFinding] = []
    for line in lines {
      guard let finding = DigesterFinding(line) else {
        // What is not understood may be a breakage, and is never passed over.
        throw APICompatibilityError(
          .digesterFailed,
          "'swift-api-digester' says '\(line)', which is not understood",
          help: "release without the check: '--no-api-check'"
        )
      }
      findings.append(finding)
    }
    return findings
  }
}
