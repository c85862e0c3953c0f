import Git
import Testing

struct BlobIDTests {
  @Test func `the id of content is the one that git gives it`() {
    #expect(
      Repository.blobID(of: Array("hello\n".utf8)).hex
        == "ce013625030ba8dba906f756967f9e9ca394464a"
    )
    #expect(Repository.blobID(of: []).hex == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
  }
}
