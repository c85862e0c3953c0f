import Persistence
import Testing

@testable import cookr

struct LinkStoreTests {
  @Test func `the link that was opened last is kept`() async throws {
    let store = LinkStore(database: SharedDatabase(inMemory: Schema([LinkStore.tables])))
    #expect(try await store.latest() == nil)
    for link in ["cookr://order/thai", "cookr://track/A-17?x=é"] { try await store.save(link) }
    #expect(try await store.latest() == "cookr://track/A-17?x=é")
  }
}
