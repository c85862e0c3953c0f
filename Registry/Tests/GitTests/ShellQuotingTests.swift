import Git
import Testing

/// A path is one word of a shell, whatever it holds.
struct ShellQuotingTests {
  @Test(arguments: ["Components/Menu", "../a-b_c.json", "/srv/x@2%+=:1"])
  func `quoting leaves text without special characters as it is`(_ text: String) {
    #expect(text.shellQuoted == text)
  }

  @Test(
    arguments: [
      ("", #""""#),
      ("my tokens.json", #""my tokens.json""#),
      ("$HOME/*", #""\$HOME/*""#),
      ("the chef's", #""the chef's""#),
      (#"a "b" \ `c`"#, #""a \"b\" \\ \`c\`""#),
      ("Küche", #""Küche""#),
      ("the chef's!", #"'the chef'\''s!'"#),
    ]
  )
  func `quoting puts text with special characters in quotes`(text: String, quoted: String) {
    #expect(text.shellQuoted == quoted)
  }
}
