extension Refusal {
  /// What `add`, `new`, `move` and `remove` refuse.
  static let registrations = [
    Refusal(
      "add Components",
      when: "which is no package",
      says: """
        error: the newest commit has no 'Components/Package.swift'
        help: name the folder of a package, and commit the package first

        """
    ),
    Refusal(
      "add ..",
      when: "which is outside",
      says: "error: '..' lies outside of the repository '<folder>'\n"
    ),
    Refusal(
      "add Components/Menu --name Card",
      when: "which is listed under another name",
      says: """
        error: the package at 'Components/Menu' is the component 'Menu' already
        help: a component keeps its name, under which its releases are recorded

        """
    ),
    Refusal(
      "add Other/menu",
      when: "whose name collides",
      says: """
        error: Other/menu: component name 'menu' collides with 'Menu'
        help: names must differ in more than case, or '-' against '_'

        """
    ) { sandbox in
      try sandbox.write("// swift-tools-version: 6.0\n", to: "Other/menu/Package.swift")
      try sandbox.commitAll()
    },
    Refusal(
      "add Other/aux",
      when: "whose name is a device on Windows",
      says: """
        error: Other/aux: invalid component name 'aux', 'AUX' is a device on Windows
        help: choose another name

        """
    ) { sandbox in
      try sandbox.write("// swift-tools-version: 6.0\n", to: "Other/aux/Package.swift")
      try sandbox.commitAll()
    },
    Refusal(
      "new menu",
      when: "whose name collides with one that was removed",
      says: """
        error: component name 'menu' collides with 'Menu', whose releases are recorded
        help: use the same spelling, or a name that differs in more than case, or '-' against '_'

        """
    ) { sandbox in
      try await sandbox.registry("bump", "Menu", "1.0.0")
      try await sandbox.registry("remove", "Menu")
      try sandbox.git("rm", "-q", "-r", "Components/Menu")
      try sandbox.commitAll()
    },
    Refusal(
      "new Com1",
      when: "whose name is a device on Windows",
      says: """
        error: invalid component name 'Com1', 'COM1' is a device on Windows
        help: choose another name

        """
    ),
    Refusal(
      "new Cellar --path Components/nul.kit",
      when: "in a folder that is a device on Windows",
      says: """
        error: invalid path 'Components/nul.kit', 'NUL' is a device on Windows
        help: choose another folder

        """
    ),
    Refusal(
      "move Menu CON/Menu",
      when: "into a folder that is a device on Windows",
      says: """
        error: invalid path 'CON/Menu', 'CON' is a device on Windows
        help: choose another folder

        """
    ),
    Refusal(
      "move Menu .registry/Menu",
      when: "into the folder of builds",
      says: """
        error: the folder '.registry/Menu' is for files that tools create and remove
        help: move the component to another folder

        """
    ),
    Refusal(
      "new Cellar --path Components/.build/Cellar",
      when: "into a folder of builds",
      says: """
        error: the folder 'Components/.build/Cellar' is for files that tools create and remove
        help: move the component to another folder

        """
    ),
    Refusal(
      "move Menu .swiftpm/Menu",
      when: "into the folder of the package manager's own files",
      says: """
        error: the folder '.swiftpm/Menu' is for files that tools create and remove
        help: move the component to another folder

        """
    ),
    Refusal(
      "move Menu Registry/releases/Menu",
      when: "among the logs",
      says: """
        error: the folder 'Registry/releases/Menu' is among the registry's own data
        help: move the component to another folder

        """
    ),
    Refusal(
      "new Menu",
      when: "which exists",
      says: "error: the component 'Menu' already exists, at 'Components/Menu'\n"
    ),
    Refusal(
      "new Cellar --path Components/Menu/Sources",
      when: "where something is",
      says: """
        error: 'Components/Menu/Sources' already exists
        help: name a folder that does not exist yet

        """
    ),
    Refusal(
      "new Cellar --template librari",
      when: "which is no template",
      says: """
        error: unknown template 'librari'
        help: did you mean 'library'?

        """
    ),
    Refusal(
      "move Menu Components/Menu/Inner",
      when: "into itself",
      says: """
        error: 'Components/Menu' cannot be moved to 'Components/Menu/Inner': one of the two contains \
        the other

        """
    ),
    Refusal(
      "move Menu Components/Kitchen",
      when: "where another one is",
      says: """
        error: 'Components/Kitchen' already exists
        help: name a folder that does not exist yet

        """
    ),
    Refusal(
      "move Menu Libraries/Menu",
      when: "with uncommitted changes",
      says: """
        error: 'Components/Menu/Sources/Menu/Menu.swift' has uncommitted changes
        help: commit or undo them first: this command writes to the same files

        """
    ) { sandbox in
      try sandbox.write("// new\n", to: "Components/Menu/Sources/Menu/Menu.swift")
    },
    Refusal(
      "move Menu Libraries/Menu",
      when: "where git moved it, and nobody committed that",
      says: """
        error: 'Components/Menu' was moved to 'Libraries/Menu', and the move is not committed
        help: commit it, and run the command again

        """
    ) { sandbox in
      try sandbox.write("", to: "Libraries/.keep")
      try sandbox.git("mv", "Components/Menu", "Libraries/Menu")
    },
    Refusal(
      "move Menu Libraries/Menu",
      when: "with a submodule in its folder",
      says: """
        error: 'Components/Menu/Vendor' is a submodule, whose path git keeps in '.gitmodules' as well
        help: move it out of the folder first with 'git mv', and commit that

        """
    ) { sandbox in
      let commit = try sandbox.git("rev-parse", "HEAD")
      try sandbox.git(
        "update-index",
        "--add",
        "--cacheinfo",
        "160000,\(commit),Components/Menu/Vendor"
      )
      try sandbox.git("commit", "-q", "-m", "Add a submodule")
    },
    Refusal(
      "remove Menu",
      when: "on which another component depends",
      says: """
        error: 'Menu' cannot be removed: 'Kitchen' depends on it
        help: remove the dependency from each 'Package.swift', and from "requires" in \
        'Registry/manifest.json', or remove the dependents first

        """
    ) { sandbox in
      try sandbox.writePackage("Kitchen", dependsOn: "../Menu")
      try sandbox.commitAll()
    },
    Refusal(
      "remove Menu",
      when: "which an app pins",
      says: """
        error: 'Menu' cannot be removed: 'app' pins a release of it
        help: unpin it first: 'registry unpin Menu --app app'

        """
    ) { sandbox in
      try await WritingVerb.pin.prepare(sandbox)
      try await sandbox.registry(WritingVerb.pin.arguments)
    },
  ]
}
