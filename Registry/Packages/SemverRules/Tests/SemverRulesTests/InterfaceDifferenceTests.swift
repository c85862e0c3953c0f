import Testing

import SemverRules

struct InterfaceDifferenceTests {
  private static let removal = InterfaceChange(
    .declarationRemoved,
    module: "Menu",
    declaration: "cook(_:)",
    words: "func cook(_:) was removed"
  )
  private static let addition = InterfaceChange(
    .declarationAdded,
    module: "Menu",
    declaration: "bake(_:)",
    words: "func bake(_:) was added"
  )

  @Test(arguments: [
    ([], InterfaceLevel.unchanged),
    ([addition], .additive),
    ([removal], .breaking),
    ([addition, removal], .breaking),
  ])
  func `an interface difference has the level of its most severe change`(
    changes: [InterfaceChange],
    level: InterfaceLevel
  ) {
    #expect(InterfaceDifference(changes).level == level)
  }

  @Test
  func `lists each change once and breakages first`() {
    let difference = InterfaceDifference([Self.addition, Self.removal, Self.addition])
    #expect(difference.changes == [Self.removal, Self.addition])
    #expect(difference.breakages == [Self.removal])
    #expect(difference.additions == [Self.addition])
  }
}
