import SeededNumbers
import Testing
import Versioning

@Suite struct VersionSetTests {
  /// Sets made of requirements by every operation there is, with what each must hold.
  private func samples() throws -> [VersionSet] {
    var generator = SplitMix(seed: 4)
    let requirements = try SmallWorld.requirements(60, using: &generator)
    var sets = requirements.map(\.versions) + requirements.map(\.bounds)
    sets += [.empty, .all, .releases]
    for _ in 0..<60 {
      let a = sets[Int.random(in: 0..<sets.count, using: &generator)]
      let b = sets[Int.random(in: 0..<sets.count, using: &generator)]
      sets += [a.union(b), a.intersection(b), a.subtracting(b), a.complement]
    }
    return sets
  }

  @Test func `operations on sets do to each version what they say`() throws {
    let versions = try SmallWorld.versions()
    let sets = try samples()
    for (a, b) in zip(sets, sets.reversed()) {
      let (union, intersection) = (a.union(b), a.intersection(b))
      let (difference, complement) = (a.subtracting(b), a.complement)
      for version in versions {
        let (inA, inB) = (a.contains(version), b.contains(version))
        let isRight =
          union.contains(version) == (inA || inB)
          && intersection.contains(version) == (inA && inB)
          && difference.contains(version) == (inA && !inB)
          && complement.contains(version) == !inA
        guard isRight else {
          Issue.record("\(version) in \(a) and \(b)")
          return
        }
      }
    }
  }

  @Test func `equal sets have equal values however they were made`() throws {
    let sets = try samples()
    for (a, b) in zip(sets, sets.dropFirst(7)) {
      #expect(a.complement.complement == a)
      #expect(a.union(a.complement) == .all)
      #expect(a.intersection(a.complement) == .empty)
      #expect(a.union(b).complement == a.complement.intersection(b.complement))
      #expect(a.subtracting(b).union(a.intersection(b)) == a)
      #expect(a.isSubset(of: b) == a.subtracting(b).isEmpty)
      #expect(a.isDisjoint(with: b) == a.isSubset(of: b.complement))
      #expect(a.union(b) == b.union(a))
    }
  }

  @Test func `an empty set holds nothing and any other holds something`() throws {
    // Each interval of a set holds its own lower bound, which lies in the small world or right
    // behind a version of it.
    for set in try samples() {
      #expect(set.isEmpty == (set == .empty))
      #expect(set.isSubset(of: .empty) == set.isEmpty)
    }
  }

  @Test func `nothing lies between the last version of a set and the first behind it`() throws {
    let beta = VersionSet(try SemanticVersion("1.0.0-beta"))
    #expect(try beta.contains(SemanticVersion("1.0.0-beta")))
    #expect(try !beta.contains(SemanticVersion("1.0.0-beta.0")))
    #expect(try !beta.contains(SemanticVersion("1.0.0")))
    let both = beta.union(VersionSet(try SemanticVersion("1.0.0-beta.0")))
    #expect(
      try both
        == VersionSet(
          from: SemanticVersion("1.0.0-beta"),
          upTo: SemanticVersion("1.0.0-beta.0.0")
        ).subtracting(.releases)
    )
  }

  @Test func `a requirement's set holds exactly what meets it, and lies within its bounds`() throws
  {
    var generator = SplitMix(seed: 5)
    let versions = try SmallWorld.versions()
    for requirement in try SmallWorld.requirements(200, using: &generator) {
      let set = requirement.versions
      #expect(versions.filter(requirement.contains) == versions.filter(set.contains))
      #expect(requirement.versions.isSubset(of: requirement.bounds))
      #expect(
        requirement.bounds.intersection(.releases) == requirement.versions.intersection(.releases)
      )
    }
  }

  @Test(arguments: [
    ("2.4.1", "2.4.1"),
    ("2.4.1-beta", "2.4.1-beta"),
    ("from 1.0.0", "1.0.0..<2.0.0"),
    ("from 1.0.0-beta", "1.0.0-beta..<2.0.0"),
    ("1.0.0..<2.0.0-beta", "1.0.0..<2.0.0-beta"),
    ("1.0.0-a..<2.0.0-b", "1.0.0-a..<2.0.0-b"),
    ("up to next minor from 1.2.0", "1.2.0..<1.3.0"),
  ])
  func `a requirement's set is described as a range`(requirement: String, words: String) throws {
    #expect(try VersionRequirement(requirement).versions.description == words)
  }

  @Test func `sets are described in words`() throws {
    let plain = try VersionRequirement("1.0.0..<2.0.0")
    let single = VersionSet(try SemanticVersion("3.1.0"))
    #expect(VersionSet.all.description == "any version")
    #expect(VersionSet.empty.description == "no version")
    #expect(VersionSet.releases.description == "any release")
    #expect(plain.bounds.description == "1.0.0..<2.0.0 with pre-releases")
    #expect(plain.versions.union(single).description == "1.0.0..<2.0.0 or 3.1.0")
    #expect(plain.versions.complement.description == "any version but 1.0.0..<2.0.0")
    #expect(
      VersionSet.releases.subtracting(plain.versions).description
        == "0.0.0..<1.0.0 or 2.0.0 or later"
    )
    #expect(
      plain.bounds.subtracting(.releases).description == "pre-releases 1.0.1-0..<2.0.1-0"
    )
  }
}
