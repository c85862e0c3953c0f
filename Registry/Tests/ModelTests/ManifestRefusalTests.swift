import Base
import ManifestEditor
import Model
import Testing

@Suite struct ManifestRefusalTests {
  /// The fixture with one of its lines put another way.
  private func refusal(replacing old: String, by new: String) throws -> String {
    try #require(manifestText.contains(old))
    let text = manifestText.replacing(old, with: new, maxReplacements: 1)
    return ModelTests.refusal { _ = try document(text) }
  }

  @Test(arguments: [
    (
      #""version": "2.4.1""#, #""version": "2.4""#,
      "manifest.json:17: components.ChefSourcing.version: "
        + "invalid version '2.4', expected major.minor.patch\nhelp: try '2.4.0'"
    ),
    (
      #""version": "2.4.1""#, #""version": "02.4.1""#,
      "manifest.json:17: components.ChefSourcing.version: "
        + "invalid version '02.4.1', number '02' has a leading zero\nhelp: try '2.4.1'"
    ),
    (
      #""version": "2.4.1""#, #""version": 2"#,
      "manifest.json:17: components.ChefSourcing.version: expected a string, found a number"
    ),
    (
      #""version": "2.4.1""#, #""verison": "2.4.1""#,
      "manifest.json:17: components.ChefSourcing.verison: unknown key 'verison'\n"
        + "help: did you mean 'version'?"
    ),
    (
      #""version": "2.4.1""#, #""colour": "red""#,
      "manifest.json:17: components.ChefSourcing.colour: unknown key 'colour'\n"
        + "help: known here: baseline, build, layer, license, path, private, release, repository,"
        + " requires, version, versionFiles"
    ),
    (
      #""version": "2.4.1""#, #""repository": "nowhere""#,
      "manifest.json:17: components.ChefSourcing.repository: invalid URL 'nowhere', expected one such"
        + " as 'https://git.example.com/Menu'"
    ),
    (
      #""schema": 1"#, #""schema": 1, "repositories": "https://example.com/swift""#,
      "manifest.json:36: repositories: invalid URL 'https://example.com/swift', expected one such as"
        + " 'https://git.example.com/swift-{name}'"
    ),
    (
      #""schema": 1"#, #""schema": 1, "repositories": "https://a:b@example.com/{name}""#,
      "manifest.json:36: repositories: the URL contains a password, which all readers of the manifest"
        + " would see\nhelp: give the URL without it, and keep the password in git's credential helper"
    ),
    (
      #""schema": 1"#, #""schema": 1, "history": "half""#,
      "manifest.json:36: history: invalid history 'half', expected 'full' or 'none'"
    ),
    (
      #""schema": 1"#, #""schema": 1, "manifests": "run""#,
      "manifest.json:36: manifests: invalid reading of manifests 'run', expected 'evaluate' or 'parse'"
    ),
    (
      #""schema": 1"#, #""requirements": "exact", "schema": 1"#,
      "manifest.json:36: requirements: invalid value 'exact', expected 'compatible' or 'from'"
    ),
    (
      #""schema": 1"#, #""license": "MIT", "schema": 1"#,
      "manifest.json:36: license: invalid license 'MIT', expected 'none'\n"
        + "help: a licence is a file: add it to the component's folder, or list it under \"rootFiles\""
    ),
    (
      #""version": "2.4.1""#, #""license": true"#,
      "manifest.json:17: components.ChefSourcing.license: expected a string, found a boolean"
    ),
    (
      #""version": "2.4.1""#, #""layer": "core""#,
      "manifest.json:17: components.ChefSourcing.layer: duplicate key 'layer', first on line 15"
    ),
    (
      #""path": "Components/ChefSourcing","#, "",
      "manifest.json:14: components.ChefSourcing: missing key 'path'"
    ),
    (
      #""path": "Components/ChefSourcing""#, #""path": "Components/../ChefSourcing""#,
      "manifest.json:16: components.ChefSourcing.path: invalid path 'Components/../ChefSourcing', "
        + "'..' is not a name\n"
        + "help: name the folder from the root of the repository, as in 'Components/Payments'"
    ),
    (
      #""path": "Components/ChefSourcing""#, #""path": "components/flowkit""#,
      "manifest.json:21: components.FlowKit.path: "
        + "path 'Components/FlowKit' already belongs to component 'ChefSourcing'"
    ),
    (
      #""layer": "feature""#, #""layer": "features""#,
      "manifest.json:15: components.ChefSourcing.layer: unknown layer 'features'\n"
        + "help: did you mean 'feature'?"
    ),
    (
      "\"FlowKit\": {\n", "\"chef_sourcing\": {\"path\": \"x\"}, \"Chef-Sourcing\": {\n",
      "manifest.json:19: components.Chef-Sourcing: "
        + "component name 'Chef-Sourcing' collides with 'chef_sourcing'\n"
        + "help: names must differ in more than case, or '-' against '_'"
    ),
    (
      #""Payments": {"#, #""Pay+ments": {"#,
      "manifest.json:24: components[\"Pay+ments\"]: invalid component name 'Pay+ments', "
        + "expected only letters, digits and '-' or '_'\n"
        + "help: use letters and digits, with single '-' or '_' between them"
    ),
    (
      #""FlowKit": { "from": "1.0.0", "to""#, #""FlowKti": { "from": "1.0.0", "to""#,
      "manifest.json:28: components.Payments.requires.FlowKti: unknown component 'FlowKti'\n"
        + "help: did you mean 'FlowKit'?"
    ),
    (
      #""FlowKit": { "from": "1.0.0", "to""#, #""Payments": { "from": "1.0.0", "to""#,
      "manifest.json:28: components.Payments.requires.Payments: "
        + "component 'Payments' cannot require itself"
    ),
    (
      #""to": "1.9.0""#, #""to": "1.0.0""#,
      "manifest.json:28: components.Payments.requires.FlowKit: "
        + "no version meets '1.0.0..<1.0.0'\nhelp: the upper bound must be greater than the lower"
    ),
    (
      #""to": "1.9.0""#, #""upToNextMinorFrom": "1.9.0""#,
      "manifest.json:28: components.Payments.requires.FlowKit: expected 'from', "
        + "alone or with one of 'to' and 'through', or 'upToNextMinorFrom' alone"
    ),
    (
      #""core": { "mayUse": [] }"#, #""core": { "mayUse": ["feature"] }"#,
      "manifest.json:33: layers.core.mayUse[0]: "
        + "layers form a cycle: 'core' may use 'feature' may use 'core'\n"
        + "help: put what both need into a layer below them"
    ),
    (
      #""mayUse": ["core"]"#, #""mayUse": ["core", "core"]"#,
      "manifest.json:34: layers.feature.mayUse[1]: layer 'core' is listed twice"
    ),
    (
      #""mayUse": ["core"]"#, #""mayUse": ["cor"]"#,
      "manifest.json:34: layers.feature.mayUse[0]: unknown layer 'cor'\nhelp: did you mean 'core'?"
    ),
    (
      #""Payments": "working-tree""#, #""Payment": "working-tree""#,
      "manifest.json:8: apps.cookr.pins.Payment: unknown component 'Payment'\n"
        + "help: did you mean 'Payments'?"
    ),
    (
      #""Payments": "working-tree""#, #""Payments": true"#,
      "manifest.json:8: apps.cookr.pins.Payments: "
        + "expected a version or an object such as {\"from\": \"1.0.0\"}, found a boolean"
    ),
    (
      #""cookr": {"#, #""FLOWKIT": {"#,
      "manifest.json:3: apps.FLOWKIT: "
        + "the name of the app 'FLOWKIT' collides with the component 'FlowKit'\n"
        + "help: both would be tagged 'FLOWKIT/VERSION'"
    ),
    (
      #""schema": 1"#, #""schema": 2, "colour": "red""#,
      "manifest.json:36: schema: schema '2' is not known, expected '1'\n"
        + "help: use a newer version of registry"
    ),
    (
      #""schema": 1"#, #""schema": 1e999999999"#,
      "manifest.json:36: schema: expected a whole number in range, found '1e999999999'"
    ),
    (
      #""scope": "cookr""#, #""scope": "co_okr""#,
      "manifest.json:37: scope: invalid scope name 'co_okr', "
        + "expected only letters, digits and '-'\n"
        + "help: use letters and digits, with single '-' between them"
    ),
  ])
  func `reading names file, line and key of each fault`(
    old: String,
    new: String,
    message: String
  ) throws {
    #expect(try refusal(replacing: old, by: new) == message)
  }

  @Test func `the error says where it was found`() throws {
    let text = manifestText.replacing(#""2.4.1""#, with: #""2.4""#)
    let error = #expect(throws: OperationError.self) { try document(text) }
    #expect(error?.code.rawValue == "invalid-version")
    #expect(error?.place?.file == "manifest.json")
    #expect(error?.place?.position?.line == 17)
    #expect(error?.place?.keyPath == "components.ChefSourcing.version")
  }
}
