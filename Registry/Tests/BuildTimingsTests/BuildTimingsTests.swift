import BuildTimings
import Testing

/// What a build took, from what the build system recorded of it.
struct BuildTimingsTests {
  private typealias Entry = BuildDatabase.Entry

  /// A command that compiles a Swift module, in build 2.
  private static func module(
    _ name: String,
    _ start: Double,
    _ end: Double,
    after dependencies: [Int64] = [],
    build: Int64 = 2
  ) -> Entry {
    Entry(
      key: "CC.\(name)-x86_64-unknown-linux-gnu-debug.module",
      build: build,
      start: start,
      end: end,
      dependencies: dependencies
    )
  }

  private static func timings(_ entries: [Int64: Entry]) -> BuildTimings {
    BuildTimings(
      from: BuildDatabase(lastBuild: 1, entries: [:]),
      to: BuildDatabase(lastBuild: 2, entries: entries)
    )
  }

  @Test func `a module takes the time from when all that it needs was there`() {
    let timings = Self.timings([
      1: Self.module("Menu", 100, 104),
      2: Self.module("Kitchen", 100, 110, after: [1, 4]),
      3: Self.module("Orders", 101, 109),
      // A file that only the run itself named.
      4: Entry(key: "N/usr/include/stdio.h", build: 2, start: 110, end: 110),
    ])
    #expect(timings.elapsed == 10)
    #expect(timings.parts.map(\.name) == ["Orders", "Kitchen", "Menu"])
    #expect(timings.parts.map(\.ready) == [1, 4, 0])
    #expect(timings.parts.map(\.done) == [9, 10, 4])
  }

  @Test func `the critical path is what the end of the build waited for`() {
    let timings = Self.timings([
      1: Self.module("Menu", 0, 3),
      2: Self.module("Orders", 0, 5),
      3: Entry(key: "N/Menu.swiftmodule", build: 2, start: 0, end: 3, dependencies: [1]),
      4: Self.module("Kitchen", 0, 8, after: [3]),
      5: Entry(
        key: "CC.the-app-arm64-apple-macosx-release.exe",
        build: 2,
        start: 0,
        end: 9,
        dependencies: [2, 4]
      ),
    ])
    #expect(timings.criticalPath.map(\.name) == ["Menu", "Kitchen", "the-app"])
    #expect(timings.criticalPath.map(\.kind) == ["compile", "compile", "link"])
    #expect(timings.criticalPath.map { $0.end - $0.begin } == [3, 5, 1])
  }

  @Test func `what was not compiled again is kept, if the build needs it`() {
    let timings = Self.timings([
      1: Self.module("Menu", 700, 703, build: 1),
      2: Self.module("Kitchen", 10, 12, after: [1]),
      3: Self.module("Other", 600, 601, build: 1),
    ])
    #expect(timings.kept == ["Menu"])
    #expect(timings.parts.map(\.name) == ["Kitchen"])
    #expect(timings.elapsed == 2)
    #expect(timings.criticalPath.map(\.name) == ["Kitchen"])
  }

  @Test func `a module waits for what is behind a file that did not change`() {
    let timings = Self.timings([
      1: Self.module("Menu", 10, 13),
      2: Entry(key: "N/Menu.swiftmodule", build: 1, start: 700, end: 700, dependencies: [1]),
      3: Self.module("Kitchen", 10, 15, after: [2]),
    ])
    #expect(timings.criticalPath.map(\.name) == ["Menu", "Kitchen"])
    #expect(timings.parts.map(\.seconds) == [3, 2])
  }

  @Test func `files in other languages count for their module`() {
    let folder = "C/tmp/build/x86_64-unknown-linux-gnu/debug"
    let timings = Self.timings([
      1: Entry(key: "\(folder)/CHash.build/src/sha1.c.o", build: 2, start: 0, end: 2),
      2: Entry(key: "\(folder)/CHash.build/src/sha2.c.o", build: 2, start: 0, end: 3),
      3: Entry(key: "\(folder)/CHash.build/src/md5.c.o", build: 1, start: 0, end: 9),
      4: Entry(key: "\(folder)/app.build/app.swiftmodule.o", build: 2, start: 0, end: 3.5),
      5: Entry(
        key: "C<CHash-debug.module>",
        build: 2,
        start: 0,
        end: 3,
        dependencies: [1, 2, 3]
      ),
    ])
    #expect(timings.parts.map(\.name) == ["CHash"])
    #expect(timings.parts.map(\.compiled) == [2])
    #expect(timings.parts.map(\.kept) == [1])
    #expect(timings.parts.map(\.seconds) == [3])
  }

  @Test func `a build with nothing to do has no parts and no path`() {
    let timings = Self.timings([1: Self.module("Menu", 1, 2, build: 1)])
    #expect(timings.elapsed == 0)
    #expect(timings.parts.isEmpty && timings.kept.isEmpty && timings.criticalPath.isEmpty)
    #expect(timings.picture(title: "nothing").hasSuffix("</svg>\n"))
  }

  @Test func `names in the picture are no markup`() {
    let entry = Entry(key: "C<no>", build: 2, start: 0, end: 1)
    let file = Entry(key: "C/tmp/a&b<c>", build: 2, start: 0, end: 1)
    let picture = Self.timings([1: entry, 2: file]).picture(title: "app <main>")
    #expect(picture.contains("<title>app &lt;main&gt;</title>"))
    #expect(picture.contains("a&amp;b&lt;c&gt;"))
  }
}
