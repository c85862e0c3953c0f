import Foundation
import Testing

/// An export in an object store: the commands of the guide, and an S3 server from PyPI.
struct ExportedStoreTests {
  private static let hasStore = ["moto_server", "aws"].allSatisfy { name in
    (Sandbox.toolchain["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
  }
  private static let need: Comment = "needs an S3 server: pip install 'moto[server]' awscli"

  /// What the page types for S3, with the bucket `releases`, but for what only CloudFront does.
  private static func guide() throws -> String {
    let pages = try FileManager.default.subpathsOfDirectory(atPath: Transcript.folder.path())
    let page = try #require(pages.first { $0.split(separator: "/").last == "export.md" })
    let text = try Transcript.text(of: page)
    let block = try #require(
      text.firstRange(of: "### S3 with CloudFront").map { text[$0.upperBound...] }?
        .split(separator: "```sh\n").dropFirst().first?.split(separator: "```").first
    )
    let lines = block.split(separator: "\n")
    #expect(lines.count == 6 && lines[0].hasPrefix("registry export files --url "), "\(lines)")
    return lines.filter { !$0.contains(" cloudfront ") }.joined(separator: "\n")
      .replacing("BUCKET", with: "releases")
      .replacing("registry export", with: "registry export --directory repository")
  }

  private static func preamble() throws -> String {
    """
    \(ServedConsumerTests.preamble)
    export AWS_ACCESS_KEY_ID=ada AWS_SECRET_ACCESS_KEY=secret AWS_DEFAULT_REGION=us-east-1
    export AWS_CONFIG_FILE=/dev/null AWS_SHARED_CREDENTIALS_FILE=/dev/null
    export AWS_EC2_METADATA_DISABLED=true PYENV_ROOT='\(pythons)'

    # It says where it listens, and then goes on to say what it answers.
    mkfifo store.log
    moto_server -H 127.0.0.1 -p 0 > store.log 2>&1 &
    store=$!
    exec 3< store.log
    while read -r line <&3; do
      case "$line" in *"Running on "*) export AWS_ENDPOINT_URL="${line##*Running on }"; break ;; esac
    done
    cat <&3 > /dev/null &

    upload() {
      \(try guide().replacing("\n", with: "\n  "))
    }
    # all: what the store has, as the folder that it is from
    all() {
      rm -rf back && aws s3 sync --quiet s3://releases back
      diff -r -x '.registry*' files back && echo same
    }
    type() { aws s3api head-object --bucket releases --key "$1" --query ContentType --output text; }
    aws s3 mb s3://releases > /dev/null

    """
  }

  /// The server does not unblock the signals that tests block.
  private static let ending = """
    trap 'kill -KILL "$store"; for server in $(jobs -p) $(cat nginx.pid 2> /dev/null); do
      kill "$server" || true; done; wait' EXIT

    """

  /// Where shims of Python's version manager look, whatever the home is.
  private static let pythons =
    ProcessInfo.processInfo.environment["PYENV_ROOT"] ?? NSHomeDirectory() + "/.pyenv"

  private func lines(_ script: String) async throws -> [String] {
    try await Sandbox.with { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll()
      return try sandbox.shell(Self.preamble() + script).split(separator: "\n").map(String.init)
    }
  }

  @Test(.enabled(if: hasStore, need))
  func `the store has what the folder has, after each release, with its types`() async throws {
    let lines = try await lines(
      """
      \(Self.ending)
      kitchen first 1.0.0
      # The store keeps times in whole seconds: what is made and sent in one would be sent again.
      registry export --directory repository files --url https://swift.example.com > /dev/null
      find files -type f -exec touch -d '1 minute ago' {} +
      upload > uploads 2>&1
      all
      for file in cookr/Menu/index.json cookr/Menu/1.0.0/Package.swift cookr/Menu/1.0.0.zip \\
        availability cookr/Menu/page.html; do type "$file"; done
      kitchen second 1.1.0
      upload > uploads 2>&1
      all
      # All that changed was sent, and nothing of what never changes.
      for path in $(cat changed); do grep -q "files$path to s3:" uploads || echo "not sent: $path"; done
      grep -c "1.0.0.zip to s3:" uploads || true
      grep -c "Kitchen/1.1.0.zip to s3:" uploads
      """
    )
    #expect(
      lines == [
        "same", "application/json", "text/x-swift", "application/zip", "application/json",
        "text/html", "same", "0", "1",
      ]
    )
  }

  @Test(.enabled(if: hasStore && SignedConsumerTests.nginx != nil, "needs an S3 server and nginx"))
  func `the stock package manager takes releases from the store behind a cache`() async throws {
    let lines = try await lines(
      """
      kitchen first 1.0.0
      upload > /dev/null 2>&1
      printf '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": "*", %s}]}' \\
        '"Action": "s3:GetObject", "Resource": "arn:aws:s3:::releases/*"' > policy.json
      aws s3api put-bucket-policy --bucket releases --policy file://policy.json
      \(SignedConsumerTests.listening)
      \(Self.ending)
      # What the function and the policy of the page do in CloudFront.
      mkdir cache-site && cat > cache-site/nginx.conf <<END
          add_header Content-Version 1 always;
          location ~ "\\.(zip|json|html|css|svg|swift|atom)\\$" { proxy_pass $AWS_ENDPOINT_URL/releases\\$uri; }
          location ~ "^(/[^/]+){2,3}\\$" { proxy_pass $AWS_ENDPOINT_URL/releases\\$uri/index.json; }
          location / { proxy_pass $AWS_ENDPOINT_URL/releases\\$uri; }
      END
      nginx \(SignedConsumerTests.nginx ?? "") cache-site
      consumer 'from: "1.0.0"'
      use "$url"
      run
      kitchen second 1.1.0
      upload > /dev/null 2>&1
      update > /dev/null
      run
      """
    )
    #expect(lines == ["first of Menu", "second of Menu"], "\(lines)")
  }
}
