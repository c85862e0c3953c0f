package import Processes

extension InterfaceDifference {
  /// - Parameters:
  ///   - modules: Those that both have, and that are compared.
  ///   - breakages: The digester's lines about `old` and `new`.
  ///   - reverse: Its lines where the two are swapped.
  package init(
    from old: PublicInterface,
    to new: PublicInterface,
    of modules: Set<String>,
    breakages: [String],
    reverse: [String]
  ) throws(ProcessError) {
    let forward = try Self.findings(breakages, modules)
    var changes = forward.compactMap(\.change)
    let changed = Set(forward.map(\.declaration))
    // New cases and requirements are breakages and no additions.
    let told = Set(forward.filter { $0.phrase.hasPrefix("has been added") }.map(\.declaration))
    changes += try Self.findings(reverse, modules).filter { !told.contains($0.declaration) }
      .compactMap { $0.gain(beside: changed) }
    changes += EffectChanges(old: try old.declarations(), new: try new.declarations()).changes
    self.init(changes.filter { modules.contains($0.module) })
  }

  private static func findings(
    _ lines: [String],
    _ modules: Set<String>
  ) throws(ProcessError) -> [DigesterFinding] {
    var findings: [DigesterFinding] = []
    for line in lines {
      guard let finding = DigesterFinding(line) else {
        // What is not understood may be a breakage, and is never passed over.
        throw ProcessError(
          .digesterFailed,
          "unexpected output of 'swift-api-digester': '\(line)'",
          help: "skip the check with '--no-api-check'"
        )
      }
      if modules.contains(finding.module) { findings.append(finding) }
    }
    return findings
  }
}
