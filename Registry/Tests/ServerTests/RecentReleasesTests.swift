import Base
import Model
import Site
import Versions
import Testing

struct RecentReleasesTests {
  private func date(_ day: Int) throws -> RecordDate {
    try RecordDate("2026-11-\(day < 10 ? "0" : "")\(day)T09:00:00Z")
  }

  @Test func `the newest 50 are kept, by date and then by name and version`() throws {
    let (menu, soup) = (try ComponentName("Menu"), try ComponentName("Soup"))
    var recent = RecentReleases()
    let versions = try (0..<60).map { try SemanticVersion("1.\($0).0") }
    recent.add(versions, updated: try versions.map { _ in try date(2) }, of: soup)
    recent.add(
      try [SemanticVersion("2.0.0"), SemanticVersion("2.1.0"), SemanticVersion("2.2.0")],
      updated: try [date(1), date(2), date(3)],
      of: menu
    )
    let names = recent.items.map { "\($0.component) \($0.version)" }
    #expect(names.count == 50)
    #expect(names.prefix(3) == ["Menu 2.2.0", "Menu 2.1.0", "Soup 1.59.0"])
    #expect(names.last == "Soup 1.12.0")
  }
}
