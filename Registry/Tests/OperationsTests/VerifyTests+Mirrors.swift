import Reports
import ScratchRepositories
import Testing

/// What verification says of the records of where mirrored repositories stood.
extension VerifyTests {
  private static let start = String(repeating: "1", count: 40)

  private func record(_ text: String, of name: String) throws {
    try scratch.write(text, to: "Registry/mirrors/\(name).json")
    try scratch.commitAll("Record where \(name) stood")
  }

  @Test func `a record of where a repository stood is read, and belongs to a component`() throws {
    try release()
    try record("{\"schema\": 1, \"start\": \"\(Self.start)\"}\n", of: "Menu")
    #expect(try findings() == [])
    try record("{\"schema\": 1, \"start\": \"1\"}\n", of: "Kitchen")
    try record("{\"schema\": 1, \"start\": \"\(Self.start)\"}\n", of: "Larder")
    #expect(try findings() == ["fault unknown-file", "fault invalid-value Kitchen"])
  }

  @Test func `a record of where a repository stood that changes is found`() throws {
    try release()
    try record("{\"schema\": 1, \"start\": \"\(Self.start)\"}\n", of: "Menu")
    let since = try scratch.git("rev-parse", "HEAD")
    #expect(try findings(since: since) == [])
    let other = String(repeating: "2", count: 40)
    try record("{\"schema\": 1, \"start\": \"\(other)\"}\n", of: "Menu")
    #expect(try findings(since: since) == ["fault missing-record Menu"])
    try scratch.git("rm", "-q", "Registry/mirrors/Menu.json")
    try scratch.commitAll("Forget it")
    #expect(try findings(since: since) == ["note missing-record Menu"])
  }
}
