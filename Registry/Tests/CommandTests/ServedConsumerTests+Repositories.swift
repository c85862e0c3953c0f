import Foundation
import Testing

/// Packages that depend on repositories by URL.
extension ServedConsumerTests {
  @Test func `a package that names repositories by URL gets the packages of the registry`()
    async throws
  {
    let lines = try await story(
      """
      perl -pi -e 's|"schema"|"repositories": "https://git.example.com/swift-{name}",\\n  $&|' \\
        repository/Registry/manifest.json
      git -C repository commit -q -a -m "Name the repositories"
      kitchen first 1.0.0
      serve repository
      consumer 'from: "1.0.0"'
      use "$url"
      sed -i 's|id: "cookr.Kitchen"|url: "https://git.example.com/swift-Kitchen.git"|
        s|package: "cookr.Kitchen"|package: "swift-Kitchen"|' consumer/Package.swift
      own="$own --replace-scm-with-registry"
      run
      grep '"identity"' consumer/Package.resolved
      curl -s "$url/identifiers?url=git@git.example.com:Swift-Menu"
      echo
      curl -s "$url/cookr/Menu/1.0.0" | grep -o '"repositoryURLs":[^]]*'
      """
    )
    #expect(
      lines == [
        "first of Menu", #"      "identity" : "cookr.Kitchen","#,
        #"      "identity" : "cookr.Menu","#, #"{"identifiers":["cookr.Menu"]}"#,
        #""repositoryURLs":["https://git.example.com/swift-Menu""#,
      ]
    )
  }
}
