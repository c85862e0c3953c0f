/// The JSON of the registry that `PageTests` makes.
extension PageSamples {
  static let registryJSON = #"""
    {"commit":"OBJECT","components":[{"id":"cookr.Kitchen",\#
    "latest":{"date":"2025-11-21T09:00:00Z","version":"1.0.0"},"name":"Kitchen",\#
    "path":"Components/Kitchen","releases":1,"requiredBy":[],"withdrawn":0},\#
    {"id":"cookr.Menu","latest":{"date":"2025-11-21T09:00:00Z","version":"1.1.0"},\#
    "name":"Menu","path":"Components/Menu","releases":2,"requiredBy":["Kitchen"],\#
    "withdrawn":1}],"scope":"cookr"}
    """#

  static let graphJSON = #"""
    {"components":[{"latest":"1.0.0","name":"Kitchen"},{"latest":"1.1.0","name":"Menu"}],\#
    "requirements":[{"from":"Kitchen","requirement":{"from":"1.0.0"},"to":"Menu"}],\#
    "scope":"cookr"}
    """#

  static let appsJSON = #"""
    {"apps":[{"components":[{"behind":0,"latest":"1.0.0","name":"Kitchen",\#
    "pin":"1.0.0","release":"1.0.0","yanked":false},{"behind":0,"latest":"1.1.0",\#
    "name":"Menu","release":"1.1.0","yanked":false}],"name":"app"}]}
    """#

  static let historyJSON = #"""
    {"id":"cookr.Menu","latest":"1.1.0","path":"Components/Menu","pinnedBy":[],"releases":[\#
    {"archive":"CHECKSUM","date":"2025-11-21T09:00:00Z",\#
    "notes":"Soup.\n\n#### Changed\n\n- Change","requires":{},"source":"OBJECT",\#
    "tree":"OBJECT","version":"1.1.0"},{"archive":"CHECKSUM","date":"2025-11-21T09:00:00Z",\#
    "notes":"First release.","requires":{},"source":"OBJECT","tree":"OBJECT",\#
    "version":"1.0.0","yanked":{"date":"2025-11-21T09:00:00Z","reason":"cold"}}],\#
    "requiredBy":[{"name":"Kitchen","requirement":{"from":"1.0.0"}}]}
    """#
}
