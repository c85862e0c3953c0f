import Testing

@testable import Checks

struct BuildComplaintTests {
  private func complaint(about output: String) -> String {
    BuildComplaint(output: output, package: "/srv/Menu", root: "/srv").text
  }

  @Test func `errors have paths in the package, and only the first are shown`() {
    let errors = (1...7).map { "/srv/Menu/Soup.swift:\($0):1: error: burnt" }
    #expect(
      complaint(about: (["warning: hot"] + errors).joined(separator: "\n"))
        == (1...5).map { "\n  Soup.swift:\($0):1: error: burnt" }.joined() + "\n  and 2 more"
    )
  }

  @Test func `a dependency that cannot be fetched is told with git's reason`() {
    let output = """
      Fetching https://example.com/salt.git
      error: Failed to clone repository https://example.com/salt.git:
          Cloning into bare repository '/srv/cache/salt'...
          fatal: unable to access 'https://example.com/salt.git/': Could not resolve host: example.com
      """
    #expect(
      complaint(about: output) == """

          Failed to clone repository https://example.com/salt.git:
          fatal: unable to access 'https://example.com/salt.git/': Could not resolve host: example.com
        """
    )
  }
}
