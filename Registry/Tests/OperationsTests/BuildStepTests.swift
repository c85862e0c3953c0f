import Checks
import Model
import Testing

struct BuildStepTests {
  @Test(arguments: [
    ("[12/340] Compiling Menu Soup.swift", "building Menu: 12 of 340"),
    (
      "Fetching https://example.com/salt.git from cache",
      "building Menu: getting the packages that it uses"
    ),
    ("◇ Test \"soup\" started.", "building Menu: running tests"),
    ("warning: 'salt': the target has no sources", nil),
    ("error: fatalError", nil),
    ("Building for debugging...", nil),
  ])
  func `a line of the package manager tells how far it is, or nothing`(
    line: Substring,
    words: String?
  ) {
    let step = BuildStep(line)
    #expect(step.map { OperationProgress("building Menu", $0).description } == words)
  }
}
