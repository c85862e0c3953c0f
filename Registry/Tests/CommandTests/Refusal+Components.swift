import Foundation

extension Refusal {
  /// Releases that the component or its version stands against.
  static let components = [
    Refusal(
      "bump Mneu 1.0.0",
      when: "where the name is misspelt",
      says: """
        error: unknown component 'Mneu'
        help: did you mean 'Menu'?

        """
    ),
    Refusal(
      "bump Menu v1.0",
      when: "which is no version",
      says: """
        error: invalid version 'v1.0', expected major.minor.patch
        help: try '1.0.0'

        """
    ),
    Refusal(
      "bump Menu 1.0.0",
      when: "after a change, where that version is released",
      says: """
        error: component 'Menu': version '1.0.0' was released on <date> with different content
        help: a release never changes: try '1.0.1'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
    },
    Refusal(
      "bump Menu 1.1.0",
      when: "where nothing has changed",
      says: """
        error: component 'Menu': nothing has changed since '1.0.0'
        help: '1.0.0' already contains exactly these files

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "where a file is not committed",
      says: """
        error: component 'Menu': 'Components/Menu/new.swift' has uncommitted changes
        help: commit them, or stash them with 'git stash -u -- Components/Menu'

        """
    ) { sandbox in
      try sandbox.write("", to: "Components/Menu/new.swift")
    },
    Refusal(
      "bump Menu 1.0.0-rc.1",
      when: "which is lower than a release of its line",
      says: """
        error: component 'Menu': version '1.0.0-rc.1' is not greater than '1.0.0', the last release of 'Menu' on the line 1.0.x
        help: try '1.0.1'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is a link",
      says: """
        error: component 'Menu': 'Components/Menu' is a symbolic link, expected a folder
        help: name the folder that it points to in 'Registry/manifest.json'

        """
    ) { sandbox in
      try sandbox.git("mv", "Components/Menu", "Components/Card")
      try FileManager.default.createSymbolicLink(
        atPath: sandbox.repository + "/Components/Menu",
        withDestinationPath: "Card"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is not there",
      says: """
        error: component 'Menu': there is no folder 'Components/Menu' in the newest commit
        help: commit it, or, if it has moved, record that: 'registry move NAME FOLDER'

        """
    ) { sandbox in
      try sandbox.git("rm", "-q", "-r", "Components/Menu")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is a submodule",
      says: """
        error: component 'Menu': 'Components/Menu' is a submodule, whose files are not in this repository
        help: remove the component from 'Registry/manifest.json': components with internal releases may depend on it by path, others on a version of it by URL

        """
    ) { sandbox in
      let head = try sandbox.git("rev-parse", "HEAD")
      try sandbox.git("rm", "-q", "-r", "Components/Menu")
      try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(head),Components/Menu")
      try sandbox.git("commit", "-q", "-m", "Add a submodule")
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is a file",
      says: """
        error: component 'Menu': 'Components/Menu' is a file, expected a folder

        """
    ) { sandbox in
      try sandbox.git("rm", "-q", "-r", "Components/Menu")
      try sandbox.write("", to: "Components/Menu")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose folder is no package",
      says: """
        error: component 'Menu': the folder 'Components/Menu' has no 'Package.swift'
        help: commit the package there, or correct the component's path in the manifest

        """
    ) { sandbox in
      try sandbox.git("rm", "-q", "Components/Menu/Package.swift")
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.0",
      when: "whose manifest is too dynamic to read",
      says: """
        error: Components/Menu/Package.swift:7:33: path of a package dependency is computed: '"../" + other'
        help: write it as a string literal, or let the toolchain run such manifests: 'registry init --evaluate'

        """
    ) { sandbox in
      let manifest = try sandbox.read("Components/Menu/Package.swift")
      try sandbox.write(
        manifest.replacing(
          "dependencies: [],",
          with: #"dependencies: [.package(path: "../" + other)],"#
        ),
        to: "Components/Menu/Package.swift"
      )
      try sandbox.commitAll()
    },
    Refusal(
      "bump Menu 1.0.5",
      when: "which is lower than its line's last, while another line went on",
      says: """
        error: component 'Menu': version '1.0.5' is not greater than '1.0.6', the last release of 'Menu' on the line 1.0.x
        help: try '1.0.7'

        """
    ) { sandbox in
      for version in ["1.0.6", "1.1.0"] {
        try sandbox.change("Menu")
        try await sandbox.registry("bump", "Menu", version)
      }
      try sandbox.change("Menu")
    },
    Refusal(
      "bump Menu 1.0.0+again",
      when: "which is a release in another spelling",
      says: """
        error: component 'Menu': version '1.0.0+again' is the same version as the release '1.0.0': case and build metadata are ignored
        help: a release never changes: try '1.0.1'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try sandbox.change("Menu")
    },
    Refusal(
      "bump Menu --minor --pre 0.x_y",
      when: "which is no label",
      says: """
        error: invalid pre-release '0.x_y', pre-release identifier 'x_y' may contain only letters, digits and '-'
        help: try 'beta' or 'rc.1'

        """
    ),
  ]
}
