extension GuideTests {
  static let guides = [
    Guide(
      page: "../README.md",
      start: """
        repository shop
        package Menu
        package Orders Menu
        app shop Menu
        echo "Do as you like." > LICENSE
        git add -A && git commit -q -m "Open the shop"
        # The change that the page speaks of is there when the first release is.
        registry() {
          command registry "$@" || return
          if [ "$1" = release ]; then change Menu "fix: do not forget the soup"; fi
        }
        """,
      untyped: [
        "make ": "it builds all of this repository"
      ]
    ),
    Guide(page: "guides/adopting.md"),
    Guide(
      page: "guides/any-package.md",
      start: """
        git init -q -b main Kit && cd Kit
        mkdir -p Sources/Kit
        cat > Package.swift <<PACKAGE
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
          name: "Kit",
          products: [.library(name: "Kit", targets: ["Kit"])],
          targets: [.target(name: "Kit")]
        )
        PACKAGE
        printf 'public struct Oven {\n  public init() {}\n  public func bake() {}\n}\n' \\
          > Sources/Kit/Oven.swift
        echo .build > .gitignore
        git add -A && git commit -q -m "Bake" && git tag 1.4.2
        printf 'public struct Oven {\n  public init() {}\n  public func heat(to degrees: Int) {}\n}\n' \\
          > Sources/Kit/Oven.swift
        """
    ),
    Guide(
      page: "guides/components.md",
      start: """
        git init -q --bare -b main origin.git
        repository shop
        for name in FlowKit Kitchen Coupons; do package $name; done
        package Payments FlowKit
        adopt --layers
        release Coupons 1.0.0
        package Menu Kitchen
        app app Menu
        git add -A && git commit -q -m "Add the menu and the app"
        registry init --quiet --exclude Components/Menu
        git remote add origin ../origin.git && git push -q -u origin main
        """,
      untyped: [
        "registry test --affected": "it builds every component of the page"
      ]
    ),
    Guide(
      page: "guides/consumers.md",
      start: """
        repository cookr
        package FlowKit
        package ChefSourcing FlowKit
        adopt
        release FlowKit 1.0.0
        release ChefSourcing 2.4.1
        registry token create ada --publish --quiet > ~/registry-token
        # The address of the page leads to a server here, by a certificate of its own.
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=swift.example.com \\
          -addext subjectAltName=DNS:swift.example.com -keyout ~/key.pem -out ~/certificate.pem 2> /dev/null
        mkfifo ~/url && mkdir ~/bin
        registry serve --port 0 --tls-certificate ~/certificate.pem --tls-key ~/key.pem \\
          > ~/url 2> ~/log &
        trap 'kill %1; wait' EXIT
        read -r url < ~/url
        cat > ~/bin/curl <<CURL
        #!/bin/sh
        exec /usr/bin/curl "\\$@" --connect-to "swift.example.com:443:127.0.0.1:${url##*:}" --cacert ~/certificate.pem
        CURL
        chmod +x ~/bin/curl && export PATH="$HOME/bin:$PATH"
        cd ~ && repository soup && mkdir Components
        package Soup && mv Components/Soup/* . && rm -r Components
        git add -A && git commit -q -m "Cook soup"
        """,
      untyped: [
        "swift package-registry login": "the package manager does not know the certificate",
        "swift package-registry publish": "the package manager does not know the certificate",
      ]
    ),
    Guide(page: "guides/from-a-monolith.md"),
    Guide(page: "guides/from-cocoapods.md"),
    Guide(page: "guides/library-vendors.md"),
    Guide(
      page: "guides/mirror.md",
      start: """
        git init -q --bare -b main split/auth-kit.git
        git config --global url."file://$PWD/split/".insteadOf https://github.com/acme/
        repository acme
        package auth && mv Components packages
        adopt
        sed -i.old -e 's|"path": "packages/auth"|&, "repository": "https://github.com/acme/auth-kit"|' \\
          Registry/manifest.json && rm Registry/manifest.json.old
        git commit -q -a -m "Name the repository"
        # One release of the repository is no release here, and two are.
        publish() {
          commit=$(git commit-tree HEAD:packages/auth ${commit:+-p "$commit"} -m "auth $1")
          git push -q ../split/auth-kit.git "$commit:refs/heads/main" "$commit:refs/tags/$1"
        }
        publish 1.0.0
        for version in 1.1.0 1.2.0 1.3.0; do
          echo "let change = \\"$version\\"" > packages/auth/Sources/auth/Change.swift
          git add -A && git commit -q -m "fix: change $version"
          release auth $version
          [ $version = 1.3.0 ] || publish $version
        done
        """,
      untyped: [
        "registry mirror /srv": "it writes outside of the folder of the test",
        "registry mirror ssh:": "there is no such server",
      ]
    ),
    Guide(
      page: "guides/operators.md",
      start: """
        repository cookr
        package ChefSourcing
        adopt
        """,
      untyped: [
        "registry serve": "it runs until it is stopped"
      ]
    ),
    Guide(page: "guides/pins.md", start: afterReleasing),
    Guide(page: "guides/pull-requests.md", start: afterReleasing),
    Guide(
      page: "guides/recipes.md",
      start: """
        git init -q --bare -b main shop.git
        repository shop
        package Menu
        app shop Menu
        adopt
        release Menu 1.0.0
        registry pin Menu --from 1.0.0 --quiet
        for version in 1.1.0 2.0.0; do
          change Menu "feat: $version"
          release Menu $version
        done
        git remote add origin ../shop.git && git push -q --follow-tags -u origin main
        """
    ),
    Guide(page: "guides/releasing.md"),
    Guide(page: "guides/root-package.md"),
    Guide(
      page: "guides/release-plans.md",
      start: """
        git init -q --bare -b main origin.git
        repository shop
        package Menu
        package Kitchen Menu
        package Table Kitchen
        cat > Components/Menu/Sources/Menu/Menu.swift <<SOURCE
        public struct Dish {
          public init() {}
          public func salt() {}
        }
        SOURCE
        printf 'import Menu\\n\\npublic func cook() -> Dish { Dish() }\\n' \\
          > Components/Kitchen/Sources/Kitchen/Kitchen.swift
        printf 'import Kitchen\\n\\nfunc serve() { _ = cook() }\\n' \\
          > Components/Table/Sources/Table/Table.swift
        adopt
        for name in Menu Kitchen Table; do release $name 1.0.0; done
        sed -i.old /salt/d Components/Menu/Sources/Menu/Menu.swift
        rm Components/Menu/Sources/Menu/Menu.swift.old
        git commit -q -a -m "Leave the salt to the guests"
        git remote add origin ../origin.git && git push -q -u origin main
        """
    ),
    Guide(
      page: "guides/versions.md",
      start: """
        repository shop
        package FlowKit
        cat > Components/FlowKit/Sources/FlowKit/FlowKit.swift <<SOURCE
        public struct Choice {
          public func matches(_ text: String) -> Bool { text.isEmpty }
        }
        SOURCE
        adopt
        release FlowKit 1.0.0
        cat > Components/FlowKit/Sources/FlowKit/FlowKit.swift <<SOURCE
        public struct Choice {
          func matches(_ text: String) -> Bool { text.isEmpty }
        }

        public func started(_ name: String) {}
        SOURCE
        git commit -q -a -m "Say what has started"
        """
    ),
    Guide(
      page: "guides/xcode-apps.md",
      untyped: [
        "registry exec -- xcodebuild": "there is no Xcode on Linux"
      ]
    ),
  ]

  /// What `guides/releasing.md` ends with, as far as the guides that continue it need it.
  private static let afterReleasing = """
    git init -q --bare -b main shop.git
    repository shop
    package Kitchen
    package Menu Kitchen
    echo 'public let dishes = ["soup", "salad"]' > Components/Menu/Sources/Menu/Dishes.swift
    adopt
    release Kitchen 1.0.0
    release Menu 1.2.0
    change Menu "fix: say which soup"
    git remote add origin ../shop.git && git push -q --follow-tags -u origin main
    """

  /// What the scripts of ``guides`` are written with.
  static let functions = """
    # package NAME [DEPENDENCY ...]: a component with one public variable, which says its name
    package() {
      mkdir -p "Components/$1/Sources/$1"
      echo "public let name = \\"$1\\"" > "Components/$1/Sources/$1/$1.swift"
      local paths="" names="" name
      for name in "${@:2}"; do
        paths="$paths.package(path: \\"../$name\\"), " names="$names\\"$name\\", "
      done
      cat > "Components/$1/Package.swift" <<PACKAGE
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "$1",
      products: [.library(name: "$1", targets: ["$1"])],
      dependencies: [$paths],
      targets: [.target(name: "$1", dependencies: [$names])]
    )
    PACKAGE
    }

    # app NAME DEPENDENCY: an app at the root, which prints nothing
    app() {
      mkdir -p "Sources/$1"
      echo "import $2" > "Sources/$1/main.swift"
      cat > Package.swift <<PACKAGE
    // swift-tools-version: 6.0
    import PackageDescription

    let package = Package(
      name: "$1",
      dependencies: [.package(path: "Components/$2")],
      targets: [.executableTarget(name: "$1", dependencies: ["$2"])]
    )
    PACKAGE
      echo .build/ > .gitignore
    }

    # change NAME MESSAGE: commits a change that is not public
    change() {
      echo "let change = \\"$2\\"" > "Components/$1/Sources/$1/Change.swift"
      git add -A && git commit -q -m "$2"
    }

    # release NAME VERSION: without the toolchain, which takes its time
    release() { registry bump "$1" "$2" --no-api-check --verify none --quiet; }

    # repository NAME: the folder that all begins in
    repository() { git init -q -b main "$1" && cd "$1"; }
    adopt() { git add -A && git commit -q -m "Add the packages" && registry init --quiet "$@"; }

    """
}
