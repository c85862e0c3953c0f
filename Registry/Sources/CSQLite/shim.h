#ifndef REGISTRY_CSQLITE_SHIM_H
#define REGISTRY_CSQLITE_SHIM_H

#include <sqlite3.h>

#endif
