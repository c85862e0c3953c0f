import SemverRules
import Testing

/// Each rule is proved by its own example, with the compiler as the judge.
struct RuleTests {
  private static let examples = Rule.all.filter { !$0.example.isOfPackage }.map { rule in
    Witness(
      rule.name,
      from: rule.example.before,
      to: rule.example.after,
      client: rule.example.client,
      isBreaking: rule.effect == .breaking
    )
  }

  private static let run = WitnessRun.start(examples)

  @Test(arguments: examples)
  func `the example of a rule is judged by it, and the compiler agrees`(example: Witness)
    async throws
  {
    let rule = try #require(Rule.named(example.name))
    let outcome = try #require(try await Self.run.value.outcomes[example.name])
    #expect(outcome.failure == nil)
    #expect(outcome.before == nil)
    if !example.client.isEmpty { #expect((outcome.after != nil) == example.isBreaking) }
    let expected = rule.effect == .unchanged ? [] : [rule.name]
    let difference = outcome.difference
    let named = rule.effect == .breaking ? difference.breakages : difference.changes
    #expect(Set(named.map(\.rule)) == Set(expected), "\(difference.changes.map(\.line))")
  }

  @Test func `each rule has a name of its own`() {
    #expect(Set(Rule.all.map(\.name)).count == Rule.all.count)
  }

  @Test func `the links of the page lead to rules`() {
    let links = RuleManual.markdown.matches(of: /\]\(#([a-z-]+)\)/).map { String($0.output.1) }
    #expect(Set(links) == Set(Rule.all.map(\.name)))
  }

  @Test(arguments: Rule.all)
  func `a rule is a sentence with a reference, and breaking ones say for whom`(rule: Rule) throws {
    _ = try #require(rule.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/))
    #expect(rule.sentence.hasSuffix(".") && rule.reference.hasPrefix("https://"))
    #expect(rule.clients.isEmpty == (rule.effect != .breaking))
  }
}
