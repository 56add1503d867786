// Keeps the process alive when a file that it has mapped is cut short by somebody else, such as `cp` over a `-shm` file:
// the page that is gone is replaced by an empty one of memory. SQLite finds an empty wal-index header and rebuilds it.
// For 64-bit Linux, glibc and musl alike. Compiled by Bun's TinyCC, hence without headers.

typedef unsigned long size_t;

struct sigaction {
  void (*handler)(int, void *, void *);
  unsigned char mask[128];
  int flags;
  void *restorer;
};

int sigaction(int signal, const struct sigaction *next, struct sigaction *before);
void *mmap(void *address, size_t length, int protection, int flags, int file, long offset);

enum { SIGBUS = 7, BUS_ADRERR = 2, SA_SIGINFO = 4, SA_ONSTACK = 0x08000000 };
enum { PROT_READ_WRITE = 3, MAP_PRIVATE_FIXED_ANONYMOUS = 0x32 };

static const size_t pageBytes = 4096;
static struct sigaction previous;
static int replacedPages;

static void replacePage(int signal, void *info, void *context) {
  int code = ((int *)info)[2];
  size_t address = *(size_t *)((char *)info + 16);
  void *page = (void *)(address & ~(pageBytes - 1));
  if (code == BUS_ADRERR && mmap(page, pageBytes, PROT_READ_WRITE, MAP_PRIVATE_FIXED_ANONYMOUS, -1, 0) == page) {
    replacedPages++;
    return;
  }
  // Something else: the fault happens again and ends the process as it would have without us.
  sigaction(signal, &previous, 0);
}

int installGuard(void) {
  struct sigaction guard;
  unsigned char *bytes = (unsigned char *)&guard;
  for (size_t i = 0; i < sizeof guard; i++) bytes[i] = 0;
  guard.handler = replacePage;
  guard.flags = SA_SIGINFO | SA_ONSTACK;
  return sigaction(SIGBUS, &guard, &previous);
}

int countReplacedPages(void) { return replacedPages; }
