import Base
import Model
import Server
import Versions
import Foundation
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import ServiceLifecycle
import Testing

@Suite(.scratchRepository)
struct ArchiveStoreTests {
  let scratch = Scratch.current

  private var folder: String { "\(scratch.path)/.registry/cache/archives" }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  private func makeRelease(large: Bool = false) throws {
    try scratch.makeMonorepo(["Menu"])
    if large {
      let text = String(repeating: "// many of these make a large file\n", count: 100_000)
      try scratch.write(text, to: "Components/Menu/Sources/Menu/Large.swift")
      try scratch.commitAll()
    }
    try scratch.bump("Menu", "1.0.0")
  }

  /// A server that stores archives of all sizes.
  private func serve(
    directory: String = Scratch.current.path,
    options: RegistryService.Options = .init(),
    log: LogRecorder? = nil
  ) throws -> Served {
    var options = options
    options.smallestStoredArchive = 0
    return try Served(directory: directory, options: options, log: log)
  }

  @Test func `a small archive is created for each request`() async throws {
    try makeRelease()
    let release = try #require(try scratch.log(of: "Menu").releases.first)
    let served = try Served()
    for _ in 0..<2 {
      #expect(try await served.answer("/cookr/Menu/1.0.0.zip").checksum == release.checksum)
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: [false, true])
  func `an archive is kept under the names of its tree and its bytes`(_ large: Bool) async throws {
    try makeRelease(large: large)
    let release = try #require(try scratch.log(of: "Menu").releases.first)
    let answer = try await serve().answer("/cookr/Menu/1.0.0.zip")
    #expect(answer.checksum == release.checksum)
    let name = "\(release.tree)-\(release.checksum).zip"
    #expect(try files() == [name])
    #expect(try Array(Data(contentsOf: URL(filePath: "\(folder)/\(name)"))) == answer.bytes)
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `starting the server removes files of killed processes, and none that others write`()
    throws
  {
    try makeRelease()
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let written = try StagedFile(for: "\(folder)/other.zip")
    let held = try files()
    try Data().write(to: URL(filePath: "\(folder)/left.zip.01234567.part"))
    _ = try serve()
    #expect(try files() == held)
    try written.commit()
    #expect(try files() == ["other.zip"])
  }

  @Test(arguments: [false, true])
  func `an archive that was damaged is made anew`(_ large: Bool) async throws {
    try makeRelease(large: large)
    let served = try serve()
    let good = try await served.answer("/cookr/Menu/1.0.0.zip")
    let path = try "\(folder)/\(#require(files().first))"
    let bytes = good.bytes
    for damaged: [UInt8] in [bytes.dropLast(), bytes + [0], [], Array(repeating: 7, count: 99)] {
      try FileManager.default.removeItem(atPath: path)
      try Data(damaged).write(to: URL(filePath: path))
      for served in [served, try serve()] {
        #expect(try await served.answer("/cookr/Menu/1.0.0.zip").bytes == good.bytes)
      }
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == good.bytes)
    }
  }

  @Test func `a part of a large archive is read from its file`() async throws {
    try makeRelease(large: true)
    let served = try serve()
    let whole = try await served.answer("/cookr/Menu/1.0.0.zip").bytes
    let range = 1_000_000..<2_500_000
    let part = try await served.answer(
      "/cookr/Menu/1.0.0.zip",
      headers: [.range: "bytes=\(range.lowerBound)-\(range.upperBound - 1)"]
    )
    #expect(part.bytes == Array(whole[range]))
  }

  @Test func `an archive that is not what was recorded is never sent, nor its manifest`()
    async throws
  {
    try makeRelease()
    let file = "Registry/releases/Menu.jsonl"
    let log = try scratch.read(file)
    let checksum = try #require(try scratch.log(of: "Menu").releases.first).checksum
    let other = String(repeating: "0", count: 64)
    try scratch.write(log.replacing(checksum, with: other), to: file)
    try scratch.commitAll()
    let served = try serve()
    for path in ["/cookr/Menu/1.0.0.zip", "/cookr/Menu/1.0.0/Package.swift"] {
      let answer = try await served.answer(path)
      #expect(answer.status == 500)
      #expect(
        answer.problem == """
          the archive of 'Menu' 1.0.0 has the checksum 'sha256:\(checksum)', expected \
          'sha256:\(other)'
          """
      )
    }
    #expect(try files() == [])
  }

  @Test func `archives that were used longest ago give way`() async throws {
    try makeRelease()
    for version in ["1.1.0", "1.2.0", "1.3.0"] {
      try scratch.change("Menu")
      try scratch.bump("Menu", version)
    }
    var options = RegistryService.Options()
    let size = try await serve().answer("/cookr/Menu/1.1.0.zip").bytes.count
    try FileManager.default.removeItem(atPath: folder)
    options.cacheBound = size * 5 / 2
    let served = try serve(options: options)
    for version in ["1.1.0", "1.2.0", "1.3.0"] {
      #expect(try await served.answer("/cookr/Menu/\(version).zip").status == 200)
    }
    // No request removes them.
    #expect(try files().count == 3)
    let kept = try scratch.log(of: "Menu").releases.suffix(2)
      .map { "\($0.tree)-\($0.checksum).zip" }
    let services = ServiceGroup(services: [ArchiveTrimmer(served.service)], logger: served.logger)
    try await withThrowingTaskGroup { group in
      group.addTask { try await services.run() }
      var rounds = 0
      while rounds < 100_000, try files() != kept.sorted() {
        rounds += 1
        await Task.yield()
      }
      await services.triggerGracefulShutdown()
      try await group.waitForAll()
    }
    #expect(try files() == kept.sorted())
    #expect(try await served.answer("/cookr/Menu/1.1.0.zip").status == 200)
  }

  @Test func `a manifest is sent without storing its archive`() async throws {
    try makeRelease()
    let served = try serve()
    #expect(try await served.answer("/cookr/Menu/1.0.0/Package.swift").status == 200)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test(arguments: [false, true])
  func `the cache may be removed while archives are served`(_ large: Bool) async throws {
    try makeRelease(large: large)
    try scratch.change("Menu")
    try scratch.bump("Menu", "1.1.0")
    let served = try serve()
    let first = try await served.answer("/cookr/Menu/1.0.0.zip")
    try FileManager.default.removeItem(atPath: "\(scratch.path)/.registry")
    for version in ["1.0.0", "1.1.0"] {
      #expect(try await served.answer("/cookr/Menu/\(version).zip").status == 200)
      #expect(try await served.answer("/cookr/Menu/\(version)/Package.swift").status == 200)
    }
    #expect(try await served.answer("/cookr/Menu/1.0.0.zip").bytes == first.bytes)
    #expect(try !files().isEmpty)
    #expect(try scratch.git("status", "--porcelain") == "")
  }

  @Test func `nothing is written in place of a repository that was moved away`() async throws {
    try makeRelease()
    let bare = "\(scratch.folder)/bare.git"
    try scratch.git("clone", "-q", "--bare", ".", bare)
    let served = try serve(directory: bare)
    #expect(try await served.answer("/cookr/Menu").status == 200)
    try FileManager.default.moveItem(atPath: bare, toPath: "\(bare).away")
    _ = try await served.answer("/cookr/Menu/1.0.0.zip")
    #expect(!FileManager.default.fileExists(atPath: bare))
    // Where it was mounted, a folder remains.
    try FileManager.default.createDirectory(atPath: bare, withIntermediateDirectories: false)
    _ = try await served.answer("/cookr/Menu/1.0.0.zip")
    #expect(try FileManager.default.contentsOfDirectory(atPath: bare) == [])
    try FileManager.default.removeItem(atPath: bare)
    try FileManager.default.moveItem(atPath: "\(bare).away", toPath: bare)
    #expect(try await served.answer("/cookr/Menu/1.0.0.zip").status == 200)
  }

  /// A file in its place cannot be written into, by root neither.
  @Test(arguments: [false, true])
  func `the server sends archives that it cannot store`(_ large: Bool) async throws {
    try makeRelease(large: large)
    let good = try await serve().answer("/cookr/Menu/1.0.0.zip")
    let cache = "\(scratch.path)/.registry"
    try FileManager.default.removeItem(atPath: cache)
    try Data().write(to: URL(filePath: cache))
    let log = LogRecorder()
    let served = try serve(log: log)
    for _ in 0..<2 {
      #expect(try await served.answer("/cookr/Menu/1.0.0.zip").bytes == good.bytes)
    }
    let complaints = log.errors.filter {
      $0.hasPrefix("cannot store archives, creating them for each request: ")
    }
    #expect(complaints.count == 1)
  }
}
