import Foundation
import ProgramTesting
import Testing

/// `registry publish`, from one repository to the server over another one.
struct PublishTests {
  /// The server's start, and what every step is made of.
  private static let preamble = """
    export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    export GIT_CONFIG_GLOBAL=/dev/null REGISTRY_PROGRESS=never
    trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT

    # The other repository, which has nothing yet.
    mkdir -p target/Registry
    echo '{"components": {}, "schema": 1, "scope": "cookr"}' > target/Registry/manifest.json
    git -C target init -q -b main
    git -C target add -A
    git -C target -c user.name=Ada -c user.email=ada@example.com commit -q -m Start
    token=$(registry token create ci --publish --directory target --quiet)

    # serve [ARGUMENT ...]
    serve() {
      mkfifo url
      registry serve --port 0 --repository target "$@" > url 2> log &
      read -r url < url
    }

    # publish [ARGUMENT ...]: prints what came of it
    publish() {
      status=0
      registry publish --directory repository "$@" > said 2>&1 || status=$?
      sed "s|$url|URL|g" said
      [ $status = 0 ] || echo "status $status"
    }

    """

  private func lines(_ script: String) async throws -> [String] {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try await sandbox.registry("bump", "Kitchen", "1.0.0")
      return try sandbox.shell(Self.preamble + script).split(separator: "\n").map(String.init)
    }
  }

  @Test func `releases are sent once, and what is withdrawn is not`() async throws {
    let lines = try await lines(
      """
      export REGISTRY_TOKEN=$token
      serve
      publish Menu --registry "$url" --dry-run
      publish Menu --registry "$url"
      registry yank Kitchen 1.0.0 --reason cold --directory repository --quiet > said
      publish --registry "$url"
      publish --registry "$url" --json | grep outcome | sort -u
      registry yank Menu 1.0.0 --reason cold --directory repository --quiet > said
      publish Menu --registry "$url"
      publish Soup --registry "$url"
      publish Menu@1.1.0 --registry "$url"
      grep -c "$REGISTRY_TOKEN" log || true
      """
    )
    #expect(
      lines == [
        "COMPONENT  VERSION  RESULT", "Menu       1.0.0    would be sent",
        "URL lacks 1 release, and has 0",
        "COMPONENT  VERSION  RESULT", "Menu       1.0.0    published", "URL has the release",
        "URL has the release", "1 withdrawn release not sent",
        #"          "outcome" : "unchanged","#, #"          "outcome" : "withdrawn","#,
        #"  "outcome" : "unchanged","#,
        "URL has the release",
        "still offered there, and withdrawn here: Menu 1.0.0; withdraw it there, too",
        "error: unknown component 'Soup'", "help: known: Kitchen, Menu", "status 1",
        "error: 'Menu' has no release '1.1.0'",
        "help: the nearest is '1.0.0'", "status 1", "0",
      ]
    )
  }

  @Test func `publish says why it is refused, here or by the registry`() async throws {
    let lines = try await lines(
      """
      serve
      publish
      publish Menu --registry "$url"
      REGISTRY_TOKEN=registry_00 publish Menu --registry "$url"
      publish Menu --registry ftp://registry.example.com
      publish Menu --registry http://registry.example.com
      publish Menu --registry main
      publish Menu --registry "$url" --token-file missing
      publish Menu@1 --registry "$url"
      """
    )
    let table = [
      "COMPONENT  VERSION  RESULT", "Menu       1.0.0    failed", "URL has 0 of 1 release",
    ]
    let refused = "error: 'URL' rejected 'cookr.Menu@1.0.0' with status 401"
    #expect(
      lines == [
        "error: there is no registry to publish to",
        "help: give it with '--registry URL', or list it under 'publish' in the manifest",
        "status 1",
      ] + table + [
        "\(refused): this requires a token",
        "help: give a token with '--token-file' or in REGISTRY_TOKEN, or sign in with"
          + " 'swift package-registry login'",
        "status 1",
      ] + table + [
        "\(refused): the token is unknown, expired or revoked",
        "help: use a valid token: this one is unknown there, expired or revoked", "status 1",
        "error: invalid registry URL 'ftp://registry.example.com', expected one such as"
          + " 'https://registry.example.com'",
        "status 1",
        "error: 'http://registry.example.com' is not encrypted: what it sends can be changed in"
          + " transit",
        "help: use https, or '--allow-insecure-http' where the network is trusted", "status 1",
        "error: the manifest names no registry 'main'",
        "help: give a URL such as 'https://registry.example.com', or list it under 'publish'",
        "status 1",
        "error: there is no token file 'missing'", "status 1",
        "error: invalid version '1', expected major.minor.patch", "help: try '1.0.0'", "status 1",
      ]
    )
  }

  /// The reasons are the words of curl, which differ by its version.
  @Test func `publish trusts a private authority if its certificate is named, and says how`()
    async throws
  {
    let lines = try await lines(
      """
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \\
        -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out certificate.pem 2> /dev/null
      export REGISTRY_TOKEN=$token
      serve --tls-certificate certificate.pem --tls-key key.pem
      echo "${url%%:*}"
      publish Menu --registry "$url" | sed "s/': .*/': REASON/"
      REGISTRY_CA_FILE=$PWD/none.pem publish Menu --registry "$url" | sed "s/': .*/': REASON/"
      REGISTRY_CA_FILE=$PWD/certificate.pem publish Menu --registry "$url"
      """
    )
    let refusal = [
      "error: cannot reach 'URL/cookr/Menu': REASON",
      "help: name a PEM file with the certificate of its authority in REGISTRY_CA_FILE", "status 1",
    ]
    #expect(
      lines == ["https"] + refusal + refusal + [
        "COMPONENT  VERSION  RESULT", "Menu       1.0.0    published", "URL has the release",
      ]
    )
  }

  @Test func `publish refuses an empty token, and says where to get one`() async throws {
    let lines = try await lines(
      """
      url=https://registry.example.com
      REGISTRY_TOKEN= publish Menu --registry "$url"
      REGISTRY_TOKEN=' ' publish Menu --registry "$url"
      touch empty
      publish Menu --registry "$url" --token-file empty
      echo 'two words' > words
      publish Menu --registry "$url" --token-file words
      """
    )
    let variable = [
      "error: the variable 'REGISTRY_TOKEN' is empty, expected one word",
      "help: set it to a token from the registry's operator, or unset it to sign in as"
        + " 'swift package-registry login' has stored it",
      "status 1",
    ]
    let files = [
      "error: the file 'empty' is empty, expected one word",
      "help: put a token from the registry's operator into it", "status 1",
      "error: the file 'words' contains no token, expected one word",
      "help: put a token from the registry's operator into it", "status 1",
    ]
    #expect(lines == variable + variable + files)
  }

  @Test func `a refusal of several releases is printed once`() async throws {
    let lines = try await lines("serve\npublish --registry \"$url\"\n")
    #expect(
      lines.suffix(4) == [
        "error: 'URL' rejected 'cookr.Kitchen@1.0.0' with status 401: this requires a token",
        "  the same for Menu 1.0.0",
        "help: give a token with '--token-file' or in REGISTRY_TOKEN, or sign in with"
          + " 'swift package-registry login'",
        "status 1",
      ]
    )
  }

  /// The upload that is under way waits until the signal has come.
  @Test func `an interrupted run ends after the upload that is under way`() async throws {
    let lines = try await lines(
      """
      export REGISTRY_TOKEN=$token here=$PWD
      serve
      mkdir bin && mkfifo started go
      cat > bin/curl <<'END'
      #!/bin/sh
      config=$(cat)
      case "$config" in
      *'request = "PUT"'*)
        echo > "$here/started"
        read -r _ < "$here/go"
        ;;
      esac
      printf '%s\\n' "$config" | "$curl" "$@"
      END
      chmod +x bin/curl
      export curl=$(command -v curl)
      echo '// more' >> repository/Components/Menu/Package.swift
      git -C repository commit -q -a -m "Change the menu"
      registry bump Menu 1.1.0 --no-api-check --verify none --directory repository > said 2>&1
      # Who runs tests may have blocked signals, which is inherited.
      PATH="$PWD/bin:$PATH" perl -MPOSIX -e 'sigprocmask(SIG_SETMASK, POSIX::SigSet->new); exec @ARGV' \
        registry publish Menu --registry "$url" --directory repository > said 2>&1 &
      publishing=$!
      read -r _ < started
      kill -TERM $publishing
      echo > go
      status=0
      wait $publishing || status=$?
      sed "s|$url|URL|g" said
      echo "status $status"
      publish Menu --registry "$url"
      """
    )
    #expect(
      lines == [
        "COMPONENT  VERSION  RESULT", "Menu       1.0.0    published",
        "URL has 1 of 2 releases", "interrupted: run the command again for the rest", "status 143",
        "COMPONENT  VERSION  RESULT", "Menu       1.1.0    published", "URL has all 2 releases",
      ]
    )
  }

  @Test func `the manifest names registries, for one of which a release reminds`() async throws {
    let lines = try await lines(
      """
      serve
      sed -i "s|\\"schema\\"|\\"publish\\": {\\"main\\": {\\"url\\": \\"$url\\", \\"remind\\": true,\\
       \\"components\\": [\\"M*\\"]}, \\"other\\": {\\"url\\": \\"$url/\\"}}, \\"schema\\"|" \\
        repository/Registry/manifest.json
      echo '// more' >> repository/Components/Menu/Package.swift
      git -C repository commit -q -a -m "Name the registries"
      registry bump Menu 1.1.0 --no-api-check --verify none --directory repository 2>&1 > said
      REGISTRY_TOKEN=$token publish
      REGISTRY_TOKEN=$token publish --registry main
      mkdir -p .swiftpm/configuration
      host=${url#http://}
      echo "{\\"version\\": 1, \\"registries\\": {}, \\"authentication\\":\\
       {\\"$host\\": {\\"type\\": \\"token\\"}}}" > .swiftpm/configuration/registries.json
      publish --registry other
      echo "machine 127.0.0.1 login token password $token" > .netrc
      publish
      """
    )
    #expect(
      lines == [
        "publish it with 'registry publish --registry main'",
        "error: one token was given for 2 registries",
        "help: name the registry with '--registry', or sign in at each with"
          + " 'swift package-registry login'",
        "status 1",
        "COMPONENT  VERSION  RESULT", "Menu       1.0.0    published",
        "Menu       1.1.0    published", "URL has all 2 releases",
      ]
        + lines[8..<11] + [
          "URL has all 2 releases",
          "COMPONENT  VERSION  RESULT", "Kitchen    1.0.0    published", "URL has all 3 releases",
        ]
    )
  }
}
