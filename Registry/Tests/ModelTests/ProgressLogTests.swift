import Model
import Testing

/// The progress lines of a run whose standard error is not a terminal.
struct ProgressLogTests {
  /// The lines of a run, each behind the second at which it was written.
  ///
  /// - Parameter steps: What is shown, by the second from which it is.
  private func lines(_ steps: [Int: [OperationProgress]], until end: Int) -> [String] {
    let start = ContinuousClock.now
    var log = ProgressLog()
    return (0...end).compactMap { second in
      let now = start + .seconds(second)
      for step in steps[second] ?? [] { log.update(step, at: now) }
      return log.line(at: now).map { "\(second) \($0)" }
    }
  }

  @Test func `a step has a line when it begins, and then one a minute`() {
    let counts = (0...150).map { second in
      (second, [OperationProgress("building Menu", completed: second, total: 340)])
    }
    #expect(
      lines(Dictionary(uniqueKeysWithValues: counts), until: 150) == [
        "1 building Menu", "61 building Menu: 61 of 340, 1 min so far",
        "121 building Menu: 121 of 340, 2 min so far",
      ]
    )
  }

  @Test func `a build that stands still has no line that it had before`() {
    let found = lines([0: ["building Menu"]], until: 190)
    #expect(
      found == [
        "1 building Menu", "61 building Menu, 1 min so far", "121 building Menu, 2 min so far",
        "181 building Menu, 3 min so far",
      ]
    )
  }

  @Test func `each step has a line, and quick ones have none`() {
    let steps: [Int: [OperationProgress]] = [
      0: ["packing Kitchen 1.0.0", "packing Menu 1.0.0", "building the earlier release of Menu"],
      9: [OperationProgress("building Menu", detail: "getting the packages that it uses")],
      20: ["building Menu"],
      30: ["packing Menu 1.0.1"],
    ]
    #expect(
      lines(steps, until: 30) == ["1 building the earlier release of Menu", "10 building Menu"]
    )
  }

  @Test func `steps that are all quick have a line a minute together`() {
    let steps = (0...125).map { second in
      (second, [OperationProgress("reading tag \(second)")])
    }
    #expect(
      lines(Dictionary(uniqueKeysWithValues: steps), until: 125) == [
        "60 reading tag 60", "120 reading tag 120",
      ]
    )
  }

  @Test func `the step of a part names its whole`() {
    let step = OperationProgress("building Menu", completed: 3, total: 40).part(of: "2/7 ")
    #expect(step.description == "2/7 building Menu: 3 of 40")
  }
}
