// Walks through the history of a repository as libgit2 does it, parents first, and reads of each
// commit what a split of its folders cannot do without: the commit, its tree and one folder in it.
#include <git2.h>
#include <stdio.h>

static int failed(const char *what) {
  const git_error *error = git_error_last();
  fprintf(stderr, "%s: %s\n", what, error ? error->message : "unknown");
  return 1;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  git_libgit2_init();
  git_repository *repository;
  git_revwalk *walk;
  if (git_repository_open(&repository, arguments[1]) < 0) return failed("open");
  if (git_revwalk_new(&walk, repository) < 0 || git_revwalk_push_head(walk) < 0)
    return failed("walk");
  git_revwalk_sorting(walk, GIT_SORT_TOPOLOGICAL | GIT_SORT_REVERSE);
  git_oid id;
  size_t commits = 0, entries = 0;
  while (git_revwalk_next(&id, walk) == 0) {
    git_commit *commit;
    git_tree *root, *folder;
    git_tree_entry *entry;
    if (git_commit_lookup(&commit, repository, &id) < 0 || git_commit_tree(&root, commit) < 0)
      return failed("read");
    if (git_tree_entry_bypath(&entry, root, arguments[2]) == 0) {
      if (git_tree_lookup(&folder, repository, git_tree_entry_id(entry)) < 0) return failed("read");
      entries += git_tree_entrycount(folder);
      git_tree_free(folder);
      git_tree_entry_free(entry);
    }
    git_tree_free(root);
    git_commit_free(commit);
    commits += 1;
  }
  printf("%zu commits, %zu entries\n", commits, entries);
  return 0;
}
