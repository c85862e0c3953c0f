import Versions
import Foundation
import Testing

/// All rows of the files in `Vectors`.
struct Conformance {
  @Test func `semver-parse`() throws {
    struct Row: Decodable {
      struct Parts: Decodable {
        let major: String
        let minor: String
        let patch: String
        let prerelease: [String]
        let build: [String]
      }
      let input: String
      let valid: Bool
      let expect: Parts?
      let fits_int64: Bool?
    }
    for row in try Vectors.rows(Row.self, of: "semver-parse") {
      let version = try? SemanticVersion(row.input)
      // What SwiftPM cannot read is refused, though semver.org sets no limit.
      #expect((version != nil) == (row.valid && row.fits_int64 != false), "\(row.input)")
      guard let version, let parts = row.expect else { continue }
      #expect(version.description == row.input)
      #expect(version.major.description == parts.major)
      #expect(version.minor.description == parts.minor)
      #expect(version.patch.description == parts.patch)
      #expect(version.prerelease.map(\.description) == parts.prerelease)
      #expect(version.buildMetadata == parts.build)
    }
  }

  @Test func `semver-compare`() throws {
    struct Row: Decodable {
      let a: String
      let b: String
      let cmp: Int
    }
    for row in try Vectors.rows(Row.self, of: "semver-compare") {
      let (a, b) = (try SemanticVersion(row.a), try SemanticVersion(row.b))
      #expect((a < b ? -1 : a > b ? 1 : 0) == row.cmp, "\(row.a) \(row.b)")
      #expect((a == b) == (row.cmp == 0), "\(row.a) \(row.b)")
    }
  }

  @Test func `semver-increment`() throws {
    struct Row: Decodable {
      let version: String
      let release: String
      let identifier: String?
      let identifier_base: Base?
      let expect: String?

      /// Steps that nothing here takes: from a pre-release to its release, and with a number from 1 or
      /// none.
      var isUnused: Bool { release == "release" || identifier_base?.isZero == false }

      func increment() throws -> VersionIncrement {
        let label = try PrereleaseLabel(identifier ?? "")
        switch release {
        case "major": return .major
        case "minor": return .minor
        case "patch": return .patch
        case "premajor": return .premajor(label)
        case "preminor": return .preminor(label)
        case "prepatch": return .prepatch(label)
        case "prerelease": return .prerelease(label)
        default: throw UnknownRow(text: release)
        }
      }
    }
    /// `false` for no number, else the number to start from.
    struct Base: Decodable {
      let isZero: Bool

      init(from decoder: any Decoder) throws {
        isZero = (try? decoder.singleValueContainer().decode(String.self)) == "0"
      }
    }
    for row in try Vectors.rows(Row.self, of: "semver-increment") where !row.isUnused {
      let result = Result { try SemanticVersion(row.version).next(row.increment()) }
      if case .failure(let error) = result { #expect(error is VersionError) }
      #expect((try? result.get())?.description == row.expect, "\(row)")
    }
  }

  @Test func `range-contains`() throws {
    struct Row: Decodable {
      let lower: String
      let upper: String
      let version: String
      let contains: Bool
    }
    for row in try Vectors.rows(Row.self, of: "range-contains") {
      let range = VersionRequirement.range(
        from: try SemanticVersion(row.lower),
        to: try SemanticVersion(row.upper)
      )
      let version = try SemanticVersion(row.version)
      #expect(range.contains(version) == row.contains, "\(row)")
    }
  }

  @Test func `requirement-contains`() throws {
    struct Row: Decodable {
      let kind: String
      let a: String
      let b: String?
      let version: String
      let contains: Bool

      func requirement() throws -> VersionRequirement {
        let lower = try SemanticVersion(a)
        switch (kind, try b.map { try SemanticVersion($0) }) {
        case ("exact", nil): return .exact(lower)
        case ("from", nil), ("upToNextMajor", nil): return .from(lower)
        case ("upToNextMinor", nil): return .upToNextMinor(from: lower)
        case ("range", let upper?): return .range(from: lower, to: upper)
        case ("closedRange", let upper?): return .closedRange(from: lower, through: upper)
        default: throw UnknownRow(text: kind)
        }
      }
    }
    for row in try Vectors.rows(Row.self, of: "requirement-contains") {
      let requirement = try row.requirement()
      let version = try SemanticVersion(row.version)
      #expect(requirement.contains(version) == row.contains, "\(row)")
    }
  }

  @Test func names() throws {
    struct File: Decodable {
      struct Name: Decodable {
        let value: String
        let valid: Bool
      }
      struct Pair: Decodable {
        let a: String
        let b: String
        let kind: String?
      }
      struct Versions: Decodable {
        let first: String
        let second: String
      }
      let names: [Name]
      let scopes: [Name]
      let equal_pairs: [Pair]
      let collide_on_publish: [Pair]
      let collide_versions: [Versions]
    }
    let file = try Vectors.read(File.self, "names")
    for row in file.names {
      #expect(((try? ComponentName(own: row.value)) != nil) == row.valid, "\(row.value)")
    }
    for row in file.scopes {
      #expect(((try? ScopeName(row.value)) != nil) == row.valid, "\(row.value)")
    }
    for row in file.equal_pairs {
      if row.kind == "scope" {
        #expect(try ScopeName(row.a).key == ScopeName(row.b).key, "\(row)")
      } else {
        #expect(try ComponentName(row.a).key == ComponentName(row.b).key, "\(row)")
      }
    }
    for row in file.collide_on_publish {
      let (a, b) = (try ComponentName(row.a), try ComponentName(row.b))
      #expect(a.collisionKey == b.collisionKey, "\(row)")
    }
    for row in file.collide_versions {
      // A spelling that is not canonical collides with nothing, since it is refused.
      guard let second = try? SemanticVersion(row.second) else { continue }
      #expect(try SemanticVersion(row.first).releaseKey == second.releaseKey, "\(row)")
    }
    #expect(throws: VersionError.self) { try SemanticVersion("01.002.0003") }
  }
}

private struct UnknownRow: Error {
  let text: String
}

private struct RowFile<Row: Decodable>: Decodable {
  let vectors: [Row]
}

private enum Vectors {
  private static let folder = URL(filePath: #filePath).appending(path: "../../Vectors").standardized

  static func rows<Row: Decodable>(_ type: Row.Type, of name: String) throws -> [Row] {
    let rows = try read(RowFile<Row>.self, name).vectors
    try #require(!rows.isEmpty)
    return rows
  }

  static func read<File: Decodable>(_ type: File.Type, _ name: String) throws -> File {
    let url = folder.appending(path: "\(name).json")
    return try JSONDecoder().decode(type, from: Data(contentsOf: url))
  }
}
