#ifndef REGISTRY_CARCHIVE_SHIM_H
#define REGISTRY_CARCHIVE_SHIM_H

#include <archive.h>
#include <archive_entry.h>

#endif
