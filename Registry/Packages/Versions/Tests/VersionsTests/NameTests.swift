import Versions
import Testing

@Suite struct NameTests {
  @Test(arguments: [
    ("", "invalid component name '', expected at least one character"),
    ("a b", "invalid component name 'a b', expected only letters, digits and '-' or '_'"),
    ("-a", "invalid component name '-a', '-' or '_' must stand between letters or digits"),
    ("a_-a", "invalid component name 'a_-a', '-' or '_' must stand between letters or digits"),
    (
      "a\u{200D}\n",
      "invalid component name 'a\\u{200D}\\n', expected only letters, digits and '-' or '_'"
    ),
  ])
  func `creating a component name refuses invalid text with the reason`(
    text: String,
    message: String
  ) {
    let error = #expect(throws: VersionError.self) { try ComponentName(text) }
    #expect(error?.code == .invalidName)
    #expect(error?.message == message)
    #expect(error?.help == "use letters and digits, with single '-' or '_' between them")
  }

  @Test(arguments: [
    (".", "invalid scope name '', expected at least one character"),
    ("a.", "invalid component name '', expected at least one character"),
    ("a_b.c", "invalid scope name 'a_b', expected only letters, digits and '-'"),
    ("a.b.c", "invalid component name 'b.c', expected only letters, digits and '-' or '_'"),
  ])
  func `creating a name with a scope refuses an invalid scope or component`(
    text: String,
    message: String
  ) {
    let error = #expect(throws: VersionError.self) { try ComponentName(text) }
    #expect(error?.message == message)
  }

  @Test func `the name of a package in another scope is its identity`() throws {
    let own = try ScopeName("cookr")
    let names = try ["Menu", "payments.Ledger"].map { try ComponentName($0) }
    #expect(names.map { $0.identity(in: own) } == ["cookr.Menu", "payments.Ledger"])
    #expect(names.map { $0.place(in: own) } == ["cookr/Menu", "payments/Ledger"])
    #expect(names.map(\.packageName.text) == ["Menu", "Ledger"])
    #expect(names.map(\.scope?.text) == [nil, "payments"])
    let (menu, ledger) = (names[0], names[1])
    #expect(try ComponentName("Menu", of: ScopeName("COOKR"), in: own) == menu)
    #expect(try ComponentName("Ledger", of: ScopeName("payments"), in: own) == ledger)
    // Neither can be had by the other's address.
    let error = #expect(throws: VersionError.self) {
      try ComponentName("payments.Ledger", of: own, in: own)
    }
    #expect(
      error?.message
        == "invalid component name 'payments.Ledger', expected only letters, digits and '-' or '_'"
    )
    #expect(throws: VersionError.self) { try ComponentName(own: "payments.Ledger") }
  }

  @Test func `a scope has no underscore and 39 characters at most`() throws {
    #expect(throws: VersionError.self) { try ScopeName("a_b") }
    let longest = String(repeating: "a", count: 39)
    #expect(try ScopeName(longest).text == longest)
    let error = #expect(throws: VersionError.self) { try ScopeName(longest + "a") }
    #expect(
      error?.message
        == "invalid scope name '\(longest)a', expected at most 39 characters, found 40"
    )
  }

  @Test func `names are found in any case, and collide in - and _ as well`() throws {
    let names = try ["Foo-bar", "foo-bar", "FOO_BAR"].map { try ComponentName($0) }
    #expect(names.map(\.key) == ["foo-bar", "foo-bar", "foo_bar"])
    #expect(Set(names.map(\.collisionKey)) == ["foo-bar"])
    #expect(Set(names).count == 3)
  }

  @Test func `random text never traps`() {
    var texts = RandomText(seed: 7)
    for _ in 0..<20_000 {
      let text = texts.next()
      if let name = try? ComponentName(text) { #expect(name.text == text) }
      if let scope = try? ScopeName(text) { #expect(scope.text == text) }
    }
  }
}
