/// What a build did, from when to when it was busy with each module, and what its end waited for.
///
/// The build system records when a command ended, and what it had to wait for, but not when it began
/// to run. All times are therefore from when everything that a command needs was there: on few
/// processors, they contain what it waited for one of them.
package struct BuildTimings: Sendable {
  /// A module or a product, with all that was done for it; times are in seconds from the beginning of
  /// the build.
  package struct Part: Equatable, Sendable {
    package let name: String
    /// Commands that compile: one for a Swift module, one for each file of another language.
    package var compiled = 0
    package var kept = 0
    /// When the first command could begin; `nil` if none was run.
    package var ready: Double?
    /// When the last one ended.
    package var done = 0.0

    package var seconds: Double { ready.map { done - $0 } ?? 0 }
  }

  /// A step of the critical path, which begins when the one before it ends.
  package struct Step: Equatable, Sendable {
    package let name: String
    /// `compile`, `link` or `other`.
    package let kind: String
    package let begin: Double
    package fileprivate(set) var end: Double
  }

  /// From the first command to the last, in seconds.
  package let elapsed: Double
  /// What anything was done for, longest first.
  package let parts: [Part]
  /// Modules that were there and were taken as they are.
  package let kept: [String]
  /// What the end of the build waited for, from its beginning on: each step was the last that the next
  /// one needed.
  package let criticalPath: [Step]

  /// - Parameters:
  ///   - before: What was recorded when the build began.
  ///   - after: What is recorded now.
  package init(from before: BuildDatabase, to after: BuildDatabase) {
    let fresh = after.entries.filter { $0.value.build > before.lastBuild }
    let origin = fresh.values.map(\.start).min() ?? 0
    elapsed = (fresh.values.map(\.end).max() ?? origin) - origin

    var parts: [String: Part] = [:]
    for entry in Self.kept(fresh, after) {
      guard let step = BuildStep(key: entry.key), step.kind == .compile else { continue }
      parts[step.name, default: Part(name: step.name)].kept += 1
    }
    var waits = BuildWaits(fresh, after)
    // What each entry waited for last.
    var last: [Int64: Int64] = [:]
    for (number, entry) in fresh {
      last[number] = waits.last(of: entry)
      guard let step = BuildStep(key: entry.key) else { continue }
      var part = parts[step.name] ?? Part(name: step.name)
      let ready = max(entry.start, last[number].flatMap { fresh[$0]?.end } ?? 0) - origin
      part.compiled += step.kind == .compile ? 1 : 0
      part.ready = min(part.ready ?? ready, ready)
      part.done = max(part.done, entry.end - origin)
      parts[step.name] = part
    }
    self.parts = parts.values
      .filter { $0.compiled > 0 || $0.seconds >= Self.shortest }
      .sorted { ($1.seconds, $0.name) < ($0.seconds, $1.name) }
    kept = parts.values.filter { $0.compiled == 0 && $0.kept > 0 }.map(\.name).sorted()
    criticalPath = Self.path(fresh, last, origin: origin)
  }

  /// What was needed for the build and was there: a build folder may have more than one configuration,
  /// and products that were not asked for.
  private static func kept(
    _ fresh: [Int64: BuildDatabase.Entry],
    _ after: BuildDatabase
  ) -> [BuildDatabase.Entry] {
    var kept: [BuildDatabase.Entry] = []
    var seen = Set(fresh.keys)
    var open = fresh.values.flatMap(\.dependencies)
    while let number = open.popLast() {
      guard seen.insert(number).inserted, let entry = after.entries[number] else { continue }
      kept.append(entry)
      open += entry.dependencies
    }
    return kept
  }

  /// The steps to the last command of all; those for the same module that follow each other are one.
  private static func path(
    _ fresh: [Int64: BuildDatabase.Entry],
    _ last: [Int64: Int64],
    origin: Double
  ) -> [Step] {
    let steps = fresh.filter { BuildStep(key: $0.value.key) != nil }
    var next = steps.max { ($0.value.end, $0.key) < ($1.value.end, $1.key) }?.key
    var chain: [(step: BuildStep, end: Double)] = []
    var seen: Set<Int64> = []
    while let number = next, seen.insert(number).inserted, let entry = fresh[number] {
      if let step = BuildStep(key: entry.key) { chain.append((step, entry.end - origin)) }
      next = last[number]
    }
    var path: [Step] = []
    var now = 0.0
    for (step, end) in chain.reversed() where end - now >= shortest {
      if path.last?.name == step.name, path.last?.kind == step.kind.rawValue {
        path[path.count - 1].end = end
      } else {
        path.append(Step(name: step.name, kind: step.kind.rawValue, begin: now, end: end))
      }
      now = end
    }
    return path
  }

  /// What is too short to be worth a line, in seconds.
  private static let shortest = 0.05
}
