#ifndef REGISTRY_CZLIB_SHIM_H
#define REGISTRY_CZLIB_SHIM_H

#include <zlib.h>

#endif
