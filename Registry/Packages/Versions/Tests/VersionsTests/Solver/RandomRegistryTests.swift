import Versions
import Testing

@Suite struct RandomRegistryTests {
  @Test(arguments: [false, true])
  func `ten thousand registries are answered as trying everything answers them`(
    hasPrereleases: Bool
  ) throws {
    var registry = try RandomRegistry(seed: 5, hasPrereleases: hasPrereleases)
    var (solved, failed) = (0, 0)
    while solved + failed < 5_000 {
      let request = registry.request()
      let exhaustive = ExhaustiveSolver(request)
      do throws(ResolutionError) {
        let answer = try request.resolved()
        solved += 1
        guard exhaustive.answers.contains(answer) else {
          Issue.record("\(answer) is no answer to \(request)")
          return
        }
        guard hasPrereleases || exhaustive.isUndominated(answer) else {
          Issue.record("there is better than \(answer) for \(request)")
          return
        }
      } catch {
        failed += 1
        guard exhaustive.answers.isEmpty else {
          Issue.record("\(exhaustive.answers) are answers to \(request), not \(error)")
          return
        }
      }
    }
    #expect(solved > 1_000 && failed > 1_000, "\(solved) solved, \(failed) failed")
  }
}
