import APICompatibility
import Testing

/// The toolchain's own tool, really run: all changes together in two versions of one module, each in
/// a namespace of its own.
struct DigesterTests {
  private static let comparison = Result { try compare(PublicInterfaceChange.all) }

  @Test(arguments: PublicInterfaceChange.all)
  func `a change of the interface is called what it is`(change: PublicInterfaceChange) throws {
    let difference = try Self.comparison.get()
    let words = { (changes: [InterfaceChange]) in
      changes.filter { found in
        ["\(change.name).", "P\(change.name)."].contains { found.declaration.hasPrefix($0) }
      }.map(\.words)
    }
    let named = { (texts: [String]) in texts.map { $0.replacing("%", with: change.name) } }
    #expect(words(difference.breakages) == named(change.breakages))
    #expect(words(difference.additions) == named(change.additions))
  }

  @Test func `nothing is found that is in no change`() throws {
    let expected = PublicInterfaceChange.all.flatMap { $0.breakages + $0.additions }
    #expect(try Self.comparison.get().changes.count == expected.count)
  }

  private static func compare(_ changes: [PublicInterfaceChange]) throws -> InterfaceDifference {
    let sources = [\PublicInterfaceChange.old, \.new].map { code in
      changes.map { "public enum \($0.name) {\n\($0[keyPath: code])\n}\n" }.joined()
    }
    return try SampleModule.difference(
      from: [SampleModule(name: SampleModule.name, code: sources[0])],
      to: [SampleModule(name: SampleModule.name, code: sources[1])]
    )
  }
}
