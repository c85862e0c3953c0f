import Base
import Git
@testable import Model
import Testing

@Suite struct ValueTests {
  @Test(arguments: ["a", "a/b", ".", "Components/Chef Sourcing", ".github/x", "..a/b..", "é"])
  func `a path below its start is read`(text: String) throws {
    #expect(try TreePath(recorded: text).description == text)
  }

  @Test(arguments: [
    "", "/", "/a", "a/", "a//b", "..", "../a", "a/..", "./a", "a/.", "a\\b", "a\u{0}b", "a\nb",
    ".git", "a/.GIT/b",
    // A mark makes one character of itself and the slash before it, and two for every system.
    "../\u{301}a", "/\u{301}a",
  ])
  func `a path that leaves, or is spelled otherwise, is refused`(text: String) {
    let error = #expect(throws: OperationError.self) { try TreePath(recorded: text) }
    #expect(error?.code == .invalidPath)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-21T09:00:00Z", 1_795_251_600),
    ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
    ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
  ])
  func `a date is a count of seconds`(text: String, seconds: Int) throws {
    #expect(try RecordDate(text).secondsSince1970 == seconds)
    #expect(try RecordDate(secondsSince1970: seconds).description == text)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T09:00:00", "2026-11-21T09:00:00+00:00", "2026-11-21 09:00:00Z",
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-10T00:00:00Z", "2026-04-31T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:60Z", "2026-11-21t09:00:00z",
    "２０26-11-21T09:00:00Z",
  ])
  func `a date in any other form is refused`(text: String) {
    #expect(throws: OperationError.self) { try RecordDate(text) }
  }

  @Test(arguments: [Int.min, -62_167_219_201, 253_402_300_800, .max])
  func `a time that four digits of year cannot write is refused`(seconds: Int) {
    #expect(throws: OperationError.self) { try RecordDate(secondsSince1970: seconds) }
  }

  @Test func `every day of four centuries is written and read back`() throws {
    for day in stride(from: -62_167_219_200, to: -62_167_219_200 + 146_097 * 86_400, by: 86_400) {
      let date = try RecordDate(secondsSince1970: day)
      guard try RecordDate(date.description) == date else {
        Issue.record("\(date)")
        return
      }
    }
  }

  @Test(arguments: [
    "", "abc", String(repeating: "A", count: 40), String(repeating: "a", count: 41),
    String(repeating: "a", count: 64),
  ])
  func `reading an object name refuses invalid text`(text: String) {
    #expect(throws: OperationError.self) { try ObjectID(recorded: text) }
  }

  @Test func `a checksum names its algorithm and is in lower case`() throws {
    let digits = String(repeating: "0f", count: 32)
    #expect(try ArchiveChecksum(hexadecimal: digits).description == "sha256:\(digits)")
    #expect(throws: OperationError.self) { try ArchiveChecksum(digits) }
    #expect(throws: OperationError.self) {
      try ArchiveChecksum("sha256:" + digits.uppercased())
    }
    #expect(throws: OperationError.self) { try ArchiveChecksum("sha256:" + digits.dropLast()) }
  }
}
