import Base
import Testing

struct CurrentProcessTests {
  @Test func `the version of the system is one that a package may name as its platform`() {
    #expect(CurrentProcess.systemVersion.wholeMatch(of: /[1-9][0-9]*\.[0-9]+/) != nil)
  }
}
