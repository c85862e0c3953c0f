import Persistence
import ProgramTesting
import Testing

struct LinkStoreTests {
  @Test func `the link that was opened last is kept`() async throws {
    let folder = try ScratchFolder()
    let store = SQLiteLinkStore(try folder.open())
    #expect(try await store.latest() == nil)
    for link in ["cookr://order/thai", "cookr://track/A-17?x=é"] { try await store.save(link) }
    #expect(try await SQLiteLinkStore(try folder.open()).latest() == "cookr://track/A-17?x=é")
  }
}
