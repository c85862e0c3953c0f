import Foundation
import Testing

/// `registry publish`, from the git repository of another package to a server over this one.
struct PublishTests {
  /// The server's start, the package, and what every step is made of.
  private static let preamble = """
    export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    export GIT_CONFIG_GLOBAL=/dev/null
    trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT

    serve() {
      mkfifo url
      registry serve --port 0 --repository repository > url 2> log &
      read -r url < url
    }

    # soup TEXT [DEPENDENCY]: what the package offers from now on
    soup() {
      mkdir -p Soup/Sources/Soup
      echo "$1" > Soup/Sources/Soup/Soup.swift
      cat > Soup/Package.swift <<END
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "Soup",
      products: [.library(name: "Soup", targets: ["Soup"])],
      dependencies: [${2:-}],
      targets: [.target(name: "Soup")]
    )
    END
      printf '.build\\n.env\\n' > Soup/.gitignore
      [ -d Soup/.git ] || git -C Soup init -q -b main
      git -C Soup add -A
      git -C Soup -c user.name=Ada -c user.email=ada@example.com commit -q -m Change
    }

    # publish VERSION [OPTION ...]: prints the first line of what came of it
    publish() {
      registry publish "cookr.Soup@$1" --registry "$url" --directory Soup "${@:2}" > said 2>&1 || true
      sed "s|$url|URL|g" said | head -n 1
    }

    # A token that is good for what it is asked for.
    token() { registry token create "$1" "--$2" --directory repository --quiet; }

    """

  private func lines(_ script: String) async throws -> [String] {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      return try sandbox.shell(Self.preamble + script).split(separator: "\n").map(String.init)
    }
  }

  @Test func `what is committed becomes a release, once`() async throws {
    let lines = try await lines(
      """
      soup 'public let soup = 1'
      token ci publish > token
      serve
      publish 1.0.0 --dry-run
      echo secret > Soup/.env
      publish 1.0.0 --token-file token
      export REGISTRY_TOKEN=$(cat token)
      publish 1.0.0
      git -C repository ls-tree -r --name-only HEAD Components/Soup
      git -C repository log -1 --format='%an: %s'
      soup 'public let soup = 2'
      publish 1.0.0
      echo '{"author": {"name": "Ada"}}' > metadata.json
      publish 1.1.0 --no-api-check --metadata metadata.json
      curl -s "$url/cookr/Soup/1.1.0" | grep -o '"author":{"name":"Ada"}'
      grep -c "$REGISTRY_TOKEN" log || true
      """
    )
    #expect(
      lines == [
        "cookr.Soup 1.0.0 would be published at URL",
        "cookr.Soup 1.0.0 is published at URL",
        "cookr.Soup 1.0.0 is at URL already, with exactly these files",
        "Components/Soup/.gitignore", "Components/Soup/Package.swift",
        "Components/Soup/Sources/Soup/Soup.swift",
        "ci: Release Soup 1.0.0",
        "error: 'URL' rejected 'cookr.Soup@1.0.0' with status 409: version '1.0.0' of 'Soup' was"
          + " released on \(Self.today) with different content; a release never changes: publish it"
          + " under another version",
        "cookr.Soup 1.1.0 is published at URL",
        #""author":{"name":"Ada"}"#,
        "0",
      ]
    )
  }

  @Test func `what the attributes leave out is not sent, and a pointer of Git LFS stops it`()
    async throws
  {
    let lines = try await lines(
      """
      mkdir -p Soup/Docs
      echo draft > Soup/Docs/draft
      echo 'Docs export-ignore' > Soup/.gitattributes
      soup 'public let soup = 1'
      export REGISTRY_TOKEN=$(token ci publish)
      serve
      publish 1.0.0 --no-api-check
      grep -o 'omits.*' said
      git -C repository ls-tree -r --name-only HEAD Components/Soup | grep -c Docs || true
      printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:4d7a\\nsize 5\\n' > Soup/film
      soup 'public let soup = 2'
      publish 1.1.0 --no-api-check
      """
    )
    #expect(
      lines == [
        "cookr.Soup 1.0.0 is published at URL",
        "omits    Docs: not published",
        "0",
        "error: 'film' is a Git LFS pointer, whose content is not in the repository",
      ]
    )
  }

  private static var today: String {
    String(Date().ISO8601Format().prefix(10))
  }

  @Test func `a version that promises more than the API keeps is refused before it is sent`()
    async throws
  {
    let lines = try await lines(
      """
      soup 'public let soup = 1'
      export REGISTRY_TOKEN=$(token ci publish)
      serve
      publish 1.0.0
      soup 'public let broth = 1'
      publish 1.1.0
      curl -s -o /dev/null -w '%{http_code}\\n' "$url/cookr/Soup/1.1.0"
      publish 2.0.0-beta.1
      registry publish cookr.Soup@2.0.0 --registry "$url" --directory Soup --json \\
        | grep -E '"(change|since|outcome)" :'
      """
    )
    #expect(
      lines.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "cookr.Soup 1.0.0 is published at URL",
        "error: version '1.1.0' promises compatibility with '1.0.0', but in the public"
          + " API",
        "404",
        "cookr.Soup 2.0.0-beta.1 is published at URL",
        #""change" : "breaking","#, #""since" : "1.0.0""#, #""outcome" : "published","#,
      ]
    )
  }

  @Test func `what is refused here or there says why`() async throws {
    let lines = try await lines(
      """
      soup 'public let soup = 1'
      serve
      publish 1.0.0
      reader=$(token reader read)
      publish 1.0.0
      REGISTRY_TOKEN=registry_00 publish 1.0.0
      REGISTRY_TOKEN=$reader publish 1.0.0
      export REGISTRY_TOKEN=$(token ci publish)
      publish 1.0
      publish 1.0.0 --token-file missing
      printf 'registry_\\x7f' > odd
      publish 1.0.0 --token-file odd
      soup 'public let soup = 1' '.package(path: "../repository/Components/Menu")'
      publish 1.0.0
      soup 'public let soup = 1' '.package(url: "https://git.invalid/salt", branch: "main")'
      publish 1.0.0 --no-api-check
      echo more >> Soup/Package.swift
      publish 1.0.0
      git -C repository log -1 --format=%s
      url=http://127.0.0.1:1
      git -C Soup checkout -q HEAD~2 .
      git -C Soup reset -q --hard HEAD~2
      publish 1.0.0 | cut -c1-49
      registry publish cookr.Soup@1.0.0 --directory Soup > said 2>&1 || head -n 1 said
      """
    )
    let refused = "error: 'URL' rejected 'cookr.Soup@1.0.0' with status"
    #expect(
      lines == [
        "\(refused) 405: publishing is disabled: this registry has no tokens",
        "\(refused) 401: this requires a token",
        "\(refused) 401: the token is unknown, expired or revoked",
        "\(refused) 403: the token 'reader' may not publish 'Soup'",
        "error: invalid version '1.0', expected major.minor.patch",
        "error: there is no token file 'missing'",
        "error: the file 'odd' contains no token, expected one word",
        "error: Package.swift:7:18: the package depends on '../repository/Components/Menu' by"
          + " path, which does not exist for clients",
        "error: Package.swift:7:18: dependency by branch: a package that is released cannot"
          + " depend on"
          + " one that is not",
        "error: 'Package.swift' has uncommitted changes",
        "Release Menu 1.0.0",
        "error: cannot reach 'URL/cookr/Soup/1.0.0': Faile",
        "error: no registry is configured for the scope 'cookr'",
      ]
    )
  }
}
