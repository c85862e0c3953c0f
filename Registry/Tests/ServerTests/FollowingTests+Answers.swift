import Foundation
import Model
import Server
import ScratchMonorepos
import ScratchRepositories
import Testing

extension FollowingTests {
  @Test func `an answer that has no room in the cache is computed for each request`() async throws {
    try makeRelease()
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let paths = ["/cookr/Menu", "/cookr/menu/1.0.0", "/cookr/Menu/1.1.0", "/cookr/Menu/1.0.0.zip"]
    let usual = try Served()
    var expected: [[UInt8]] = []
    for path in paths { expected.append(try await usual.answer(path).bytes) }
    let cache = "\(scratch.path)/.registry"
    try FileManager.default.removeItem(atPath: cache)
    try Data().write(to: URL(filePath: cache))
    var options = RegistryService.Options()
    options.cacheBound = 0
    let log = LogRecorder()
    for served in [try Served(options: options), try Served(log: log)] {
      for (path, bytes) in zip(paths, expected) {
        let answer = try await served.answer(path)
        #expect(answer.status == 200)
        #expect(answer.bytes == bytes)
      }
    }
    #expect(log.errors.count { $0.hasPrefix("cannot store answers, computing them") } == 1)
  }

  @Test func `answers are those of the new commit as soon as it is loaded, each of its own log`()
    async throws
  {
    try scratch.makeMonorepo()
    try scratch.bump("Menu", "1.0.0")
    let served = try Served()
    try await served.service.registry.readAll()
    var expected: Set<String> = ["1.0.0"]
    for number in 1...4 {
      try scratch.change("Menu")
      try scratch.bump("Menu", "1.\(number).0")
      expected.insert("1.\(number).0")
      #expect(try await served.service.registry.refresh())
      #expect(try await versions(served) == expected)
      let release = try #require(try scratch.log(of: "Menu").releases.last)
      let details = try await served.answer("/cookr/Menu/1.\(number).0").text
      #expect(details.contains(#""checksum":"\#(release.checksum)""#))
    }
  }
}
