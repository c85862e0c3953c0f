import Foundation
import ProgramTesting
import Testing

/// The stock package manager, which takes signed releases alone.
struct SignedConsumerTests {
  static let nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let preamble =
    ServedConsumerTests.preamble + SignedReleaseTests.certificates + """
      authority other

      # trust AUTHORITY: the one whose signatures the consumer takes, which knows nothing yet
      trust() {
        rm -rf roots cache security consumer/.build consumer/Package.resolved && mkdir -p roots config
        openssl x509 -in "$1.pem" -outform der -out roots/root.cer
        cat > config/registries.json <<END
      {"version": 1, "registries": {}, "security": {"default": {"signing": {
        "onUnsigned": "error", "onUntrustedCertificate": "error",
        "trustedRootCertificatesPath": "$PWD/roots", "includeDefaultTrustedRootCertificates": false,
        "validationChecks": {"certificateExpiration": "enabled", "certificateRevocation": "disabled"}
      }}}}
      END
      }

      # attempt: what the consumer prints, or why it is not built
      attempt() {
        (cd consumer && swift run $own $quick --quiet consumer 2> ../complaint) ||
          grep -o 'is not trusted\\|is not signed\\|signature is invalid' complaint |
          head -n 1 || cat complaint
      }

      keys() {
        git -C repository config registry.signingKey "$PWD/ada.key"
        git -C repository config registry.signingChain "$PWD/ada.pem"
      }

      """ + listening

  /// Starts nginx, and ends it with all else that the script started.
  static let listening = """
    # nginx PROGRAM FOLDER: serves an export as its own configuration says
    nginx() {
      chmod -R a+rX "$2" . && mkdir -p scratch
      for port in $(shuf -i 20000-60000 -n 20); do
        cat > nginx.conf <<END
    pid $PWD/nginx.pid;
    error_log $PWD/nginx.log;
    events {}
    http {
      access_log off;
      client_body_temp_path $PWD/scratch;
      proxy_temp_path $PWD/scratch;
      fastcgi_temp_path $PWD/scratch;
      uwsgi_temp_path $PWD/scratch;
      scgi_temp_path $PWD/scratch;
      server {
        listen 127.0.0.1:$port;
    $(sed "s|/srv/registry|$PWD/$2|" "$2/nginx.conf")
      }
    }
    END
        # It returns when it listens, or when it cannot.
        if "$1" -c "$PWD/nginx.conf" 2> nginx.complaint; then break; fi
      done
      url="http://127.0.0.1:$port"
    }
    trap 'for server in $(jobs -p) $(cat nginx.pid 2> /dev/null); do kill "$server" || true; done
      wait' EXIT

    """

  private func lines(_ script: String) async throws -> [Substring] {
    try await Sandbox.with { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll()
      let text = Self.preamble + "keys\n" + script
      return try sandbox.shell(text).split(separator: "\n")
    }
  }

  /// What is asked of each way to offer releases, in `offer`, which sets `url`.
  private static let story = """
    registry bump Menu 1.0.0 --no-api-check --verify none --quiet --directory repository > /dev/null
    kitchen first 1.0.0
    consumer 'from: "1.0.0"'
    offer
    trust acme
    attempt
    trust other
    attempt
    git -C repository config --unset registry.signingKey
    kitchen second 1.1.0
    offer
    trust acme
    attempt
    registry sign Kitchen 1.1.0 --key ada.key --directory repository --quiet > /dev/null
    offer
    trust acme
    attempt
    # A signature of something else.
    echo else > content
    openssl cms -sign -binary -outform der -md sha256 -noattr -in content -signer ada.own \\
      -certfile acme.pem -inkey ada.key -out else.cms
    sed -i "s|\\"archive\\":\\"[^\\"]*\\"|\\"archive\\":\\"$(base64 < else.cms | tr -d '\\n')\\"|" \\
      repository/Registry/signatures/Kitchen/*.json
    git -C repository commit -q -a -m Tamper
    offer
    trust acme
    attempt

    """

  private static let expected: [Substring] = [
    "first of Menu", "is not trusted", "is not signed", "second of Menu",
    "signature is invalid",
  ]

  @Test func `the pages of an export name the signers`() async throws {
    try await SignedReleaseTests().withKeys { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      let export = try await sandbox.registry("export", "\(sandbox.folder)/site")
      #expect(export.status == 0, "\(export.error)")
      for page in ["Menu/page.html", "Menu/1.0.0/page.html"] {
        let text = try sandbox.shell("cat site/*/\(page)")
        #expect(text.contains(/signed on \d{4}-\d\d-\d\d by CN=ada/), "\(page)")
      }
    }
  }

  @Test func `signed releases are taken from a server, for the root that made them`() async throws {
    let lines = try await lines(
      """
      offer() { serve repository && use "$url"; }
      \(Self.story)
      """
    )
    #expect(lines == Self.expected)
  }

  @Test(.enabled(if: nginx != nil, "needs nginx"))
  func `signed releases are taken from plain files, for the root that made them`() async throws {
    let lines = try await lines(
      """
      offer() {
        registry export files --directory repository --quiet > /dev/null 2>&1
        [ -f nginx.pid ] || nginx \(Self.nginx ?? "") files
        use "$url"
      }
      \(Self.story)
      """
    )
    #expect(lines == Self.expected)
  }

  @Test(
    .enabled(if: ServedConsumerTests.canTrust, "needs mount namespaces, to trust a certificate")
  )
  func `publishing stores what the package manager signs as it was sent`() async throws {
    let lines = try await lines(
      """
      openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost \\
        -addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem 2> /dev/null
      cat /etc/ssl/certs/ca-certificates.crt certificate.pem > bundle.pem
      secret=$(registry token create ci --publish --directory repository --quiet)
      serve repository --tls-certificate certificate.pem --tls-key key.pem --require-signed
      url="https://localhost:${url##*:}"
      openssl pkcs8 -topk8 -nocrypt -in ada.key -outform der -out ada.der
      openssl x509 -in ada.own -outform der -out own.der
      openssl x509 -in acme.pem -outform der -out acme.der
      mkdir -p Soup/Sources/Soup work
      echo 'public let soup = "soup"' > Soup/Sources/Soup/Soup.swift
      cat > Soup/Package.swift <<END
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "Soup",
        products: [.library(name: "Soup", targets: ["Soup"])],
        targets: [.target(name: "Soup")]
      )
      END
      printf '{"description":"Hot."}' > metadata.json
      export GIT_CONFIG_GLOBAL=/dev/null
      git -C Soup init -q -b main && git -C Soup add -A
      git -C Soup -c user.name=Ada -c user.email=ada@example.com commit -q -m Soup
      consumer 'from: "1.0.0"'
      sed -i 's/Kitchen/Soup/g' consumer/Package.swift
      printf 'import Soup\\nprint(soup)\\n' > consumer/Sources/consumer/main.swift
      printf 'machine localhost login token password %s\\n' "$secret" > netrc
      trust acme
      export own quick secret url
      unshare -rm bash -euc '
        mount --bind bundle.pem /etc/ssl/certs/ca-certificates.crt
        own="$own --netrc --netrc-file $PWD/netrc"
        swift package-registry set $own "$url" --package-path Soup
        swift package-registry login $own "$url" --token "$secret" --no-confirm > login.log 2>&1
        publish="swift package-registry publish $own cookr.Soup 1.0.0 --package-path Soup"
        $publish > refused.log 2>&1 || grep -o "takes only signed releases" refused.log | head -n 1
        $publish --metadata-path metadata.json --scratch-directory work --private-key-path ada.der \\
          --cert-chain-paths own.der acme.der > publish.log 2>&1
        swift package-registry set $own "$url" --package-path consumer
        swift run $own $quick --quiet --package-path consumer consumer 2> complaint
      ' || { cat login.log refused.log publish.log complaint; false; }
      registry verify --roots acme.pem --directory repository
      curl -s --cacert certificate.pem "$url/cookr/Soup/1.0.0.zip" > served.zip
      find work -name '*.zip' -exec cmp served.zip {} \\; && registry archive Soup 1.0.0 -o again.zip \\
        --directory repository --quiet > /dev/null && cmp served.zip again.zip && echo same
      tail -n 1 repository/Components/Soup/Package.swift
      """
    )
    #expect(
      lines == [
        "takes only signed releases", "soup",
        "verified 3 components, 1 release, 1 signature and 1 tag: no faults", "same", ")",
      ],
      "\(lines)"
    )
  }
}
