import ScratchMonorepos
import ScratchRepositories
import Testing

/// Tags are for people: one that is missing is no fault, one that lies is.
extension VerifyTests {
  @Test func `a tag of a component that was never released is noted`() throws {
    try scratch.makeMonorepo()
    try scratch.git("tag", "Kitchen/3.0.0")
    #expect(try findings() == ["note stray-tag Kitchen 3.0.0"])
  }

  @Test func `tags that are missing are noted, and wrong ones are faults`() throws {
    try release()
    try scratch.git("tag", "-d", "Menu/1.0.0")
    try scratch.git("tag", "-f", "-a", "-m", "wrong", "Menu/1.1.0", "HEAD~2")
    try scratch.git("tag", "Menu/9.0.0")
    try scratch.git("tag", "Other/1.0.0")
    try scratch.git("tag", "Menu/nightly")
    #expect(
      try findings() == [
        "note missing-tag Menu 1.0.0",
        "fault tag-mismatch Menu 1.1.0",
        "note stray-tag Menu 9.0.0",
      ]
    )
  }

  @Test func `a tag of another branch's release is none of this branch's concern`() throws {
    try release()
    try scratch.git("switch", "-q", "-c", "other", "HEAD~1")
    try scratch.change("Kitchen")
    try scratch.bump("Kitchen", "2.0.0")
    try scratch.git("switch", "-q", "main")
    #expect(try findings() == [])
  }
}
