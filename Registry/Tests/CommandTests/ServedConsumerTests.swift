import Foundation
import Testing

/// The story of another team, which takes components by version from `registry serve` with nothing
/// but the stock package manager, in a home of its own.
struct ServedConsumerTests {
  /// What every step of the story starts with: the server's start, and the package manager with
  /// caches, configuration and fingerprints that nobody else has.
  static let preamble = """
    export PATH="$PATH:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
    own="--cache-path $PWD/cache --config-path $PWD/config --security-path $PWD/security"
    # An index is for editors, and takes longer than such a small build.
    quick=--disable-index-store
    trap 'for server in $(jobs -p); do kill "$server" || true; done; wait' EXIT

    # serve REPOSITORY [OPTION ...]: prints where
    serve() {
      rm -f "$PWD/$1.url" && mkfifo "$PWD/$1.url"
      registry serve --port 0 --repository "$@" > "$PWD/$1.url" 2> "$PWD/$1.log" &
      read -r url < "$PWD/$1.url"
    }

    # Until the branch's newest commit is served, which is a matter of milliseconds.
    await() {
      for attempt in $(seq 2000); do
        if curl -s "$url/$1" | grep -q "$2"; then return 0; fi
      done
      echo "never served: $1 $2" >&2
      return 1
    }

    # consumer REQUIREMENT: a package that prints the names that its components say
    consumer() {
      mkdir -p consumer/Sources/consumer
      cat > consumer/Package.swift <<END
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "consumer",
      dependencies: [.package(id: "cookr.Kitchen", $1)],
      targets: [
        .executableTarget(
          name: "consumer",
          dependencies: [.product(name: "Kitchen", package: "cookr.Kitchen")]
        )
      ]
    )
    END
      printf 'import Kitchen\\nprint(kitchen)\\n' > consumer/Sources/consumer/main.swift
    }

    # What the consumer prints, built with what Package.resolved and the server say.
    run() { (cd consumer && swift run $own $quick --quiet consumer 2> ../complaint) || { cat complaint; false; }; }
    # Takes the newest releases that may be taken.
    update() { (cd consumer && swift package $own update 2>&1); }
    # use URL: for the consumer
    use() { (cd consumer && swift package-registry set $own --allow-insecure-http "$1"); }

    # kitchen TEXT: what the component says from now on
    kitchen() {
      cat > repository/Components/Kitchen/Sources/Kitchen/Kitchen.swift <<END
    import Menu

    public let kitchen = "$1 of \\(Menu.name)"
    END
      git -C repository add -A && git -C repository commit -qm "Say $1"
      registry bump Kitchen "$2" --no-api-check --verify none --quiet --directory repository \\
        > /dev/null
    }

    """

  func story(_ script: String) async throws -> [Substring] {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll()
      try await sandbox.registry("bump", "Menu", "1.0.0")
      return try sandbox.shell(Self.preamble + script).split(separator: "\n")
    }
  }

  @Test func `a package builds with components, follows releases and withdrawals`() async throws {
    let lines = try await story(
      """
      kitchen first 1.0.0
      serve repository
      consumer 'from: "1.0.0"'
      use "$url"
      run
      kitchen second 1.1.0
      await cookr/Kitchen 1.1.0
      run
      update > /dev/null
      run
      registry yank Kitchen 1.1.0 --reason "It burns." --quiet --directory repository > /dev/null
      await cookr/Kitchen 'It burns'
      rm -rf consumer/.build cache
      run
      update > /dev/null
      run
      """
    )
    #expect(
      lines == [
        "first of Menu", "first of Menu", "second of Menu", "second of Menu", "first of Menu",
      ]
    )
  }

  @Test func `other bytes under a version that is known are refused`() async throws {
    let lines = try await story(
      """
      cp -R repository other
      kitchen first 1.0.0
      serve repository
      consumer 'exact: "1.0.0"'
      use "$url"
      run
      mv repository repository-first && mv other repository
      kitchen forged 1.0.0
      mv repository other
      serve other
      use "$url"
      rm -rf consumer/.build cache
      run | grep -o 'invalid registry source archive checksum' | head -n 1 || true
      """
    )
    #expect(lines == ["first of Menu", "invalid registry source archive checksum"])
  }

  /// Foundation waits for ever, on Linux, where a server offers to take a password.
  @Test func `resolving without a valid token fails with status 401`() async throws {
    let lines = try await story(
      """
      kitchen first 1.0.0
      registry token create reader --read --directory repository --quiet > /dev/null
      serve repository --read-token
      consumer 'from: "1.0.0"'
      use "$url"
      host="${url#http://}"
      echo 'machine 127.0.0.1 login token password wrong' > netrc

      # resolve KIND [OPTION ...]: prints the status, and what is said of the answer
      resolve() {
        printf '{"version":1,"registries":{"[default]":{"url":"%s"}},"authentication":{%s}}' \
          "$url" "$1" > consumer/.swiftpm/configuration/registries.json
        status=0
        (cd consumer && timeout -k 1 120 swift package $own "${@:2}" resolve) > said 2>&1 || status=$?
        echo "$status $(grep -o -m 1 'unauthorized\\|401' said | head -n 1)"
      }
      resolve ''
      resolve "\\"$host\\":{\\"type\\":\\"token\\"}" --netrc --netrc-file "$PWD/netrc"
      resolve "\\"$host\\":{\\"type\\":\\"basic\\"}" --netrc --netrc-file "$PWD/netrc"
      """
    )
    #expect(lines == ["1 401", "1 401", "1 401"])
  }

  /// Whether this account may give a process a set of authorities of its own: the package manager
  /// believes those of the system alone, and only what is encrypted gets to see a token.
  static let canTrust: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let bundle = "/etc/ssl/certs/ca-certificates.crt"
    process.arguments = ["unshare", "-rm", "mount", "--bind", bundle, bundle]
    process.standardError = Pipe()
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: canTrust, "needs mount namespaces, to trust a certificate for itself alone"))
  func `a package is published with a token over TLS, and used like any other`() async throws {
    let lines = try await story(
      """
      kitchen first 1.0.0
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \\
        -addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem 2> /dev/null
      cat /etc/ssl/certs/ca-certificates.crt certificate.pem > bundle.pem
      secret=$(registry token create ci --publish --repositories 'https://example.com/*' \\
        --directory repository --quiet)
      serve repository --tls-certificate certificate.pem --tls-key key.pem
      url="https://localhost:${url##*:}"

      mkdir -p Soup/Sources/Soup
      echo 'import Kitchen
      public let soup = "soup, \\(kitchen)"' > Soup/Sources/Soup/Soup.swift
      mkdir Soup/Docs
      echo hot > Soup/Docs/Größe.md
      ln -s Docs/Größe.md Soup/README.md
      echo '{"author":{"name":"Ada"},"repositoryURLs":["https://example.com/soup.git"]}' > metadata.json
      cat > Soup/Package.swift <<END
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Soup",
        products: [.library(name: "Soup", targets: ["Soup"])],
        dependencies: [.package(id: "cookr.Kitchen", from: "1.0.0")],
        targets: [
          .target(
            name: "Soup",
            dependencies: [.product(name: "Kitchen", package: "cookr.Kitchen")]
          )
        ]
      )
      END
      consumer 'from: "1.0.0"'
      sed -i 's/Kitchen/Soup/g' consumer/Package.swift
      printf 'import Soup\\nprint(soup)\\n' > consumer/Sources/consumer/main.swift
      printf 'machine localhost login token password %s\\n' "$secret" > netrc
      printf 'machine localhost login token password wrong\\n' > wrong
      export GIT_CONFIG_GLOBAL=/dev/null
      git -C Soup init -q -b main
      git -C Soup add -A
      git -C Soup -c user.name=Ada -c user.email=ada@example.com commit -q -m Soup
      export own quick secret url
      unshare -rm bash -euc '
        mount --bind bundle.pem /etc/ssl/certs/ca-certificates.crt
        wrong="$own --netrc --netrc-file $PWD/wrong"
        own="$own --netrc --netrc-file $PWD/netrc"
        swift package-registry set $own "$url" --package-path Soup
        swift package-registry login $own "$url" --token "$secret" --no-confirm > login.log 2>&1
        status=0
        timeout -k 1 120 swift package-registry publish $wrong cookr.Soup 1.0.0 \\
          --package-path Soup > refused.log 2>&1 || status=$?
        echo "status $status"
        swift package-registry publish $own cookr.Soup 1.0.0 --package-path Soup \\
          --metadata-path metadata.json > publish.log 2>&1
        swift package-registry set $own "$url" --package-path consumer
        swift run $own $quick --quiet --package-path consumer consumer 2> complaint
      ' || { cat login.log publish.log complaint; false; }
      git -C repository log -1 --format='%an: %s'
      git -C repository status --short
      registry verify --quiet --directory repository > /dev/null
      grep -c 'path: "../Kitchen"' repository/Components/Soup/Package.swift
      cat repository/Components/Soup/README.md
      curl -s --cacert certificate.pem "$url/cookr/Soup/1.0.0" | grep -o '"author":{"name":"Ada"}'
      curl -s --cacert certificate.pem "$url/identifiers?url=ssh://git@example.com/Soup"
      echo
      grep -l "$secret" repository.log repository/.git/registry-tokens.json || true
      """
    )
    #expect(
      lines == [
        "status 1", "soup, first of Menu", "ci: Release Soup 1.0.0", "1", "hot",
        #""author":{"name":"Ada"}"#, #"{"identifiers":["cookr.Soup"]}"#,
      ]
    )
  }
}
