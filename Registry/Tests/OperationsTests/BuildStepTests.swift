import Checks
import Testing

struct BuildStepTests {
  @Test(arguments: [
    ("[12/340] Compiling Menu Soup.swift", "12 of 340"),
    ("Fetching https://example.com/salt.git from cache", "getting the packages that it uses"),
    ("◇ Test \"soup\" started.", "running tests"),
    ("warning: 'salt': the target has no sources", nil),
    ("error: fatalError", nil),
    ("Building for debugging...", nil),
  ])
  func `a line of the package manager tells how far it is, or nothing`(
    line: Substring,
    words: Substring?
  ) {
    #expect(BuildStep.words(for: line) == words)
  }
}
