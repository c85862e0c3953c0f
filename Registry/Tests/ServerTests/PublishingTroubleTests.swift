import Base
import Content
import Model
import Publish
import Sharing
import Versions
import Foundation
import HTTPTypes
import ScratchMonorepos
import ScratchRepositories
import Synchronization
import Testing

/// Publishing to registries that close, die, or answer with something else.
@Suite(.scratchRepository)
struct PublishingTroubleTests {
  private let scratch = Scratch.current

  private func publish(to url: String) async throws -> PublishReleases.Result {
    try await PublishReleases.publish(from: scratch.path, to: url)
  }

  /// A release of more than a megabyte, for which clients ask before they send it.
  private func makeLargeRelease() throws {
    try scratch.makeMonorepo(["Menu"])
    let line = String(repeating: "0123456789abcdef", count: 4096)
    try scratch.write(
      "// \(String(repeating: line, count: 48))\n",
      to: "Components/Menu/Sources/Menu/Large.swift"
    )
    try scratch.commitAll()
    try scratch.bump("Menu", "1.0.0")
  }

  private static let list = "{\"releases\":{}}"

  @Test func `a server that refuses before it has read all is understood`() async throws {
    try makeLargeRelease()
    let result = try await RawServer.live { guest in
      while let head = try await guest.head() {
        if head.hasPrefix("PUT") {
          let problem = #"{"detail":"too large for us"}"#
          return try await guest.answer("413 Too Large", problem, type: "application/problem+json")
        }
        try await guest.answer("404 Not Found", "{}")
      }
    } _: { url in
      try await publish(to: url)
    }
    let error = try #require(result.releases.first?.error)
    #expect(error.code == .remoteRefusal)
    #expect(error.message.hasSuffix("with status 413: too large for us"))
  }

  @Test func `a server that closes without a word is called unreachable`() async throws {
    try makeLargeRelease()
    let result = try await RawServer.live { guest in
      while let head = try await guest.head(), !head.hasPrefix("PUT") {
        try await guest.answer("404 Not Found", "{}")
      }
    } _: { url in
      try await publish(to: url)
    }
    #expect(result.releases.map(\.outcome) == [.failed])
    #expect(result.releases.first?.error?.code == .unreachable)
  }

  @Test func `a server that is asked first gets the release when it says so`() async throws {
    try makeLargeRelease()
    let asked = Mutex(0)
    let archive = try ArchiveBytes.of("Menu", "1.0.0", in: scratch.workspace())
    let result = try await RawServer.live { guest in
      while let head = try await guest.head() {
        if head.hasPrefix("PUT") {
          if head.lowercased().contains("expect: 100-continue") {
            asked.withLock { $0 += 1 }
            try await guest.say("HTTP/1.1 100 Continue\r\n\r\n")
          }
          try await guest.body(of: head)
          try await guest.answer("201 Created")
        } else if head.contains("Menu/1.0.0") {
          try await guest.answer(
            "200 OK",
            #"{"resources":[{"name":"source-archive","checksum":"\#(archive.checksum)"}]}"#
          )
        } else {
          try await guest.answer("200 OK", Self.list)
        }
      }
    } _: { url in
      try await publish(to: url)
    }
    #expect(result.releases.map(\.outcome) == [.published], "\(result.releases)")
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func `a page in the place of an answer is no success`() async throws {
    try scratch.makeMonorepo(["Menu"])
    try scratch.bump("Menu", "1.0.0")
    let page = "<!doctype html><title>Sign in</title>"
    let result = try await RawServer.live { guest in
      while let head = try await guest.head() {
        try await guest.body(of: head)
        if head.hasPrefix("GET") && !head.contains("Menu/1.0.0") {
          try await guest.answer("200 OK", Self.list)
        } else {
          try await guest.answer("200 OK", page, type: "text/html; charset=utf-8")
        }
      }
    } _: { url in
      try await publish(to: url)
    }
    let error = try #require(result.releases.first?.error)
    #expect(error.message.hasSuffix("answers with a web page, expected JSON"))
  }

  /// Before an upload is read, in the middle of it, or when it is kept and not answered.
  @Test func `a registry that dies at any of 20 uploads has each release once in the end`()
    async throws
  {
    try scratch.makeMonorepo(["Menu"])
    var expected: [String: [UInt8]] = [:]
    for minor in 0..<20 {
      try scratch.change("Menu")
      try scratch.bump("Menu", "0.\(minor).0")
      expected["cookr/Menu/0.\(minor).0"] =
        try ArchiveBytes.of("Menu", "0.\(minor).0", in: scratch.workspace()).bytes
    }
    for step in 0..<20 {
      let foreign = ForeignRegistry()
      foreign.die(at: step, ForeignRegistry.Death.allCases[step % 3])
      let again = try await foreign.live { url in
        let first = try await publish(to: url)
        #expect(first.releases.contains { $0.outcome == .failed }, "step \(step)")
        #expect(first.releases.count == step + 1, "step \(step)")
        foreign.revive()
        return try await publish(to: url)
      }
      #expect(again.releases.allSatisfy { $0.error == nil }, "step \(step)")
      #expect(foreign.kept == expected.mapValues { [$0] }, "step \(step)")
    }
  }
}

/// The archive of a release, as it is published.
struct ArchiveBytes {
  let bytes: [UInt8]
  let checksum: String

  static func of(
    _ name: String,
    _ version: String,
    in workspace: borrowing Workspace
  ) throws -> ArchiveBytes {
    var bytes: [UInt8] = []
    let result = try WriteArchive(component: name, version: SemanticVersion(version))
      .run(in: workspace) { bytes += $0 }
    return ArchiveBytes(bytes: bytes, checksum: result.checksum.hexadecimal)
  }
}

extension PublishReleases {
  /// On a thread of its own: all others may be needed to answer.
  static func publish(
    from path: String,
    to url: String,
    _ names: [String] = []
  ) async throws -> Result {
    var place = PublishReleases.RemotePlace(try RegistryAddress(url), nil)
    place.pause = { _ in }
    let publish = PublishReleases(try PublishSelection(names, since: nil), to: place)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Swift.Result { try publish.run(in: Workspace(directory: path)) }
        )
      }
    }
  }
}
