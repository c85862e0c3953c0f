import Model
import Versions
import Testing

/// How large a log may be.
extension ReleaseLogTests {
  @Test func `a log that is too large is refused before it is read`() throws {
    let line = Array(releaseLine("1.0.0").utf8)
    let help = "\nhelp: 'git log --stat -- x' shows which commit added so much"
    func refused(_ bytes: [UInt8]) -> String {
      refusal { _ = try ReleaseLog(reading: bytes, file: "x") }
    }
    let blanks = [UInt8](repeating: 0x0A, count: LogLimits.lines - 1)
    #expect(try ReleaseLog(reading: blanks + line + [0x0A], file: "x").releases.count == 1)
    #expect(
      refused(blanks + line + [0x0A, 0x0A])
        == "x: the release log has more than 100000 lines" + help
    )
    let spaces = [UInt8](repeating: 0x20, count: LogLimits.line - line.count)
    #expect(try ReleaseLog(reading: spaces + line, file: "x").releases.count == 1)
    #expect(
      refused([0x0A, 0x20] + spaces + line)
        == "x:2: the release log has a line of 1048577 bytes, expected at most 1048576" + help
    )
    #expect(
      refusal { try LogLimits.check(size: LogLimits.size + 1, file: "x") }
        == "x: the release log has 67108865 bytes, expected at most 67108864" + help
    )
  }
}
