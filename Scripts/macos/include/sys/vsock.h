// The parts of a header that is not in the wheel which SwiftNIO names.
#pragma once
#include <stdint.h>
#include <sys/socket.h>
#define VMADDR_CID_ANY (-1U)
#define VMADDR_CID_HYPERVISOR 0
#define VMADDR_CID_HOST 2
#define VMADDR_PORT_ANY (-1U)
struct sockaddr_vm {
  uint8_t svm_len;
  sa_family_t svm_family;
  uint16_t svm_reserved1;
  uint32_t svm_port, svm_cid;
};
