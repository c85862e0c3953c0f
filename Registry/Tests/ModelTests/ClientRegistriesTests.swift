import Base
import Model
import Versions
import Testing

struct ClientRegistriesTests {
  private func read(_ text: String) throws -> ClientRegistries {
    try ClientRegistries(reading: Array(text.utf8), file: "registries.json")
  }

  @Test func `a scope that is bound anew leaves every other byte as it was`() throws {
    let registries = try read(
      """
      {
        "authentication" : { "a.example.com": { "type": "token" } },
        "registries" : {
          "[default]" : {
            "url" : "https://a.example.com"
          },
          "cookr" : {
            "supportsAvailability" : false,
            "url" : "https://b.example.com"
          }
        },
        "version" : 1, "x": null
      }

      """
    )
    #expect(registries.url(of: nil) == "https://a.example.com")
    #expect(try registries.url(of: ScopeName("cookr")) == "https://b.example.com")
    #expect(
      try registries.setting(url: "https://c.example.com", of: ScopeName("cookr")).text
        == registries.text.replacing("b.example", with: "c.example")
    )
    #expect(
      try registries.setting(url: "https://c.example.com", of: ScopeName("shop")).text
        == registries.text.replacing(
          """
                "url" : "https://b.example.com"
              }
          """,
          with: """
                  "url" : "https://b.example.com"
                },
                "shop": {
                  "url": "https://c.example.com"
                }
            """
        )
    )
  }

  @Test func `a file that is made is what the package manager reads`() throws {
    #expect(
      try ClientRegistries(file: "registries.json").setting(
        url: "http://127.0.0.1:8080",
        of: nil
      ).text == """
        {
          "registries": {
            "[default]": {
              "url": "http://127.0.0.1:8080"
            }
          },
          "version": 1
        }

        """
    )
  }

  @Test(arguments: [
    (#"{"registries":{}}"#, "missing-key"),
    (#"{"registries":{},"version":2}"#, "unknown-schema"),
    (#"{"registries":[],"version":1}"#, "wrong-type"),
    (#"{"registries":{"a":{"url":1}},"version":1}"#, "wrong-type"),
    ("[]", "wrong-type"),
  ])
  func `reading refuses an invalid file of registries`(text: String, code: String) {
    do {
      _ = try read(text)
      Issue.record("read \(text)")
    } catch let error as OperationError {
      #expect(error.code.rawValue == code)
    } catch {
      Issue.record(error)
    }
  }
}
