import SemverRules
import Foundation
import Synchronization

/// Compiles many witnesses together: each module alone, and all clients of one state at once.
struct WitnessRun: Sendable {
  struct Outcome: Sendable {
    /// The first error of the client.
    var before: String?
    /// Why a module itself does not compile.
    var failure: String?
    var after: String?
    var difference = InterfaceDifference()
  }

  private(set) var outcomes: [String: Outcome] = [:]

  init(_ witnesses: [Witness]) throws {
    let compiler = try ModuleCompiler()
    defer { compiler.remove() }
    let states = ["before", "after"]
    for state in states { try compiler.makeFolder(state) }
    let failures = Mutex<[String: String]>([:])
    Self.onThreads(witnesses.count * 2) { index in
      let witness = witnesses[index / 2]
      let code = index.isMultiple(of: 2) ? witness.before : witness.after
      do {
        try compiler.compile(code, as: "W\(index / 2)", in: states[index % 2])
      } catch {
        failures.withLock { $0["\(states[index % 2])/W\(index / 2)"] = "\(error)" }
      }
    }
    let broken = failures.withLock(\.self)
    for state in states {
      for (index, witness) in witnesses.enumerated() where broken["\(state)/W\(index)"] == nil {
        try compiler.write(
          "import W\(index)\n" + Self.hidden(witness.client),
          to: "\(state)/C\(index).swift"
        )
      }
    }
    let errors = try states.map { state in
      let names = witnesses.indices.filter { broken["\(state)/W\($0)"] == nil }.map { "C\($0)" }
      return try compiler.errors(of: names, in: state)
    }
    for (index, witness) in witnesses.enumerated() {
      var outcome = Outcome()
      outcome.before = errors[0]["C\(index)"]
      outcome.after = errors[1]["C\(index)"]
      outcome.failure = broken["before/W\(index)"] ?? broken["after/W\(index)"]
      if outcome.failure == nil {
        let indexes = try states.map {
          try InterfaceIndex([compiler.interface(of: "W\(index)", in: $0)])
        }
        outcome.difference = InterfaceDifference(
          from: indexes[0],
          to: indexes[1],
          of: ["W\(index)"]
        )
      }
      outcomes[witness.name] = outcome
    }
  }

  /// A run on a thread of its own: the compilers take a minute, and the threads that tests run on
  /// answer others in the meantime.
  static func start(_ witnesses: [Witness]) -> Task<WitnessRun, any Error> {
    Task {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
          continuation.resume(with: Result { try WitnessRun(witnesses) })
        }
      }
    }
  }

  /// Calls `work` once with each number below `count`, on as many threads as there are processors.
  private static func onThreads(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
    let next = Mutex(0)
    let take: @Sendable () -> Int? = {
      next.withLock { next in
        defer { next += 1 }
        return next < count ? next : nil
      }
    }
    let group = DispatchGroup()
    for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
      group.enter()
      Thread.detachNewThread {
        while let index = take() { work(index) }
        group.leave()
      }
    }
    group.wait()
  }

  /// The declarations as private ones, since the clients are compiled as one module.
  ///
  /// Variables are marked `nonisolated(unsafe)`: at the top of a module they would otherwise have to be
  /// Sendable, which no client is about, and no client is ever run.
  private static func hidden(_ client: String) -> String {
    client.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let keywords =
        #/((?:@[A-Za-z]+(?:<[^>]*>)?(?:\([^)]*\))? |nonisolated |final )*)(func|struct|class|enum|actor|protocol|let|var) /#
      guard let match = line.prefixMatch(of: keywords) else { return String(line) }
      let isShared = match.output.2 == "let" || match.output.2 == "var"
      return match.output.1 + (isShared ? "nonisolated(unsafe) " : "") + "private "
        + line[match.output.2.startIndex...]
    }.joined(separator: "\n")
  }
}
