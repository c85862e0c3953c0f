import Base
import Git
import Model
import Versions
import Testing

struct BuildPlatformTests {
  private func manifest(_ all: String, _ own: String = "") throws -> Manifest {
    let text = """
      {
        "build": \(all),
        "components": {
          "A": { "path": "a" },
          "B": { \(own.isEmpty ? "" : "\"build\": \(own), ")"path": "b" }
        },
        "schema": 1,
        "scope": "s"
      }
      """
    return try ManifestDocument(reading: Array(text.utf8), file: "m").manifest
  }

  @Test func `a component says otherwise than the manifest, and both are written as they are read`()
    throws
  {
    let manifest = try manifest(
      #"["ios", { "triple": "x86_64-unknown-linux-gnu", "arguments": ["-Xswiftc", "-DDIET"] }]"#,
      #"{ "sdk": "iphonesimulator", "swiftSDK": "static" }"#
    )
    #expect(
      manifest.platforms(of: try ComponentName("A")) == [
        .named(.ios),
        .described(
          BuildDescription(triple: "x86_64-unknown-linux-gnu", arguments: ["-Xswiftc", "-DDIET"])
        ),
      ]
    )
    #expect(
      manifest.platforms(of: try ComponentName("B")) == [
        .described(BuildDescription(sdk: "iphonesimulator", swiftSDK: "static"))
      ]
    )
    let read = try ManifestDocument(reading: Array(manifest.text.utf8), file: "m").manifest
    #expect(read == manifest)
    let line = #"      "build": { "sdk": "iphonesimulator", "swiftSDK": "static" },"#
    #expect(manifest.text.split(separator: "\n").contains(Substring(line)), "\(manifest.text)")
  }

  @Test(arguments: [
    (
      #""IOS""#,
      "invalid platform 'IOS', expected 'host', 'ios', 'macos', 'tvos', 'visionos' or 'watchos'"
    ),
    ("[]", "the list of platforms is empty"),
    (#"["ios", "ios"]"#, "the same platform is listed twice"),
    ("{}", "the platform is not described"),
    (#"{ "triple": "--sdk" }"#, "invalid value '--sdk', expected a name or path"),
    (
      #"{ "sdk": "SDKs/iPhone.sdk" }"#,
      "invalid SDK 'SDKs/iPhone.sdk', expected a name such as 'iphonesimulator' or an absolute path"
    ),
    (
      #"{ "arguments": ["--triple", "x"] }"#, "'--triple' has a key of its own: \"triple\""
    ),
    (
      #"{ "arguments": ["--scratch-path=/x"] }"#,
      "'--scratch-path' is not for the manifest: registry sets it for its builds"
    ),
    (#"{ "flags": [] }"#, "unknown key"),
  ])
  func `reading a manifest refuses an invalid platform`(value: String, message: String) {
    let refused = refusal { _ = try manifest(value) }
    #expect(refused.contains(message), "\(refused)")
  }
}
