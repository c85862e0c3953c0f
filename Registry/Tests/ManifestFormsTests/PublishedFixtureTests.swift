import Foundation
import Base
import Git
import ManifestEditor
import ManifestForms
import Testing

@Suite struct PublishedFixtureTests {
  @Test(arguments: Fixture.published)
  func `a manifest becomes its published form, byte for byte`(fixture: Fixture) throws {
    let bytes = try fixture.manifest
    let manifest = try LocatedManifest(bytes: bytes, packagePath: "Components/Here")

    let edits = try manifest.publishedForm(scope: "cookr", components: neighbours)

    let result = try edits.applied(to: bytes)
    #expect(
      String(decoding: result, as: UTF8.self)
        == String(decoding: try fixture.publishedManifest, as: UTF8.self)
    )
  }

  @Test(arguments: Fixture.published)
  func `a published form has nothing left to publish`(fixture: Fixture) throws {
    let manifest = try LocatedManifest(bytes: fixture.publishedManifest, packagePath: .root)

    #expect(try manifest.publishedForm(scope: "other", components: [:]) == [])
  }

  @Test func `a manifest without path dependencies stays as it is, however old`() throws {
    let manifest = try LocatedManifest(
      bytes: Fixture(name: "Old").manifest,
      packagePath: "Components/Old"
    )

    #expect(try manifest.publishedForm(scope: "cookr", components: [:]) == [])
  }
}
