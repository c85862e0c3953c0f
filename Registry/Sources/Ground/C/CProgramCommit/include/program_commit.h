#ifndef REGISTRY_PROGRAM_COMMIT_H
#define REGISTRY_PROGRAM_COMMIT_H

// The commit that was built, with "-modified" behind it if there were uncommitted changes; NULL if
// the build was not told.
//
// In C, so that another commit recompiles only this file and no module of Swift.
const char *registry_program_commit(void);

#endif
