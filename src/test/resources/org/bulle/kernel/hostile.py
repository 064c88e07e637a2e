"""What a command can do to those who look at its calls. Every mode ends with exit code 0 if the kernel went on answering."""
import ctypes
import mmap
import os
import random
import signal
import sys
import threading

LIBC = ctypes.CDLL(None, use_errno=True)
# open execve creat link unlink mkdir rmdir rename symlink mknod truncate openat mkdirat mknodat unlinkat renameat linkat symlinkat execveat renameat2 openat2
# connect bind
PATH_CALLS = [2, 59, 85, 86, 87, 83, 84, 82, 88, 133, 76, 257, 258, 259, 263, 264, 265, 266, 322, 316, 437, 42, 49]
PAGE = mmap.PAGESIZE


def syscall(number, *arguments):
    return LIBC.syscall(ctypes.c_long(number), *[ctypes.c_long(argument) for argument in arguments])


def addresses(chance):
    """Places where a string may be, or not: none, odd, the kernel's, unmapped, at the very end of what is mapped, without an end."""
    LIBC.mmap.restype = ctypes.c_void_p
    LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
    two = LIBC.mmap(None, 2 * PAGE, 3, 0x22, -1, 0)
    LIBC.mprotect(ctypes.c_void_p(two + PAGE), ctypes.c_size_t(PAGE), 0)
    ctypes.memmove(two + PAGE - 7, b"../s/f\0", 7)
    endless = LIBC.mmap(None, 2 << 20, 3, 0x22, -1, 0)
    ctypes.memset(endless, ord("a"), 2 << 20)
    cut = LIBC.mmap(None, 2 * PAGE, 3, 0x22, -1, 0)
    ctypes.memset(cut, ord("b"), PAGE)
    LIBC.munmap(ctypes.c_void_p(cut + PAGE), ctypes.c_size_t(PAGE))
    fixed = [0, 1, -1, -4096, 0x7FFFFFFFFFFF, -0x800000000000, two + PAGE - 7, two + PAGE, two + 2 * PAGE - 1, endless, endless + 12345, cut, cut + PAGE - 1, cut + PAGE]
    return fixed + [chance.getrandbits(47) for _ in range(8)] + [chance.getrandbits(64) - (1 << 63) for _ in range(8)]


def garbage():
    chance = random.Random(7)
    values = addresses(chance)
    child = os.fork()
    if child == 0:
        for _ in range(6000):
            number = chance.choice(PATH_CALLS)
            syscall(number, *[chance.choice(values + [-100, 3, 0o100, 24, 0x7FFFFFFF]) for _ in range(6)])
        os._exit(0)
    os.waitpid(child, 0)


def threads():
    def work():
        for _ in range(20):
            try:
                os.close(os.open("own", os.O_RDONLY))
                os.open("../s/f", os.O_RDONLY)
            except OSError:
                pass

    threading.stack_size(64 << 10)
    many = [threading.Thread(target=work) for _ in range(1000)]
    for thread in many:
        thread.start()
    for thread in many:
        thread.join()


def vanish():
    chance = random.Random(11)
    for _ in range(300):
        child = os.fork()
        if child == 0:
            while True:
                try:
                    os.open("../s/f", os.O_RDONLY)
                except OSError:
                    pass
        for _ in range(chance.randrange(3000)):
            pass
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def storm():
    children = []
    for _ in range(500):
        child = os.fork()
        if child == 0:
            try:
                os.execv("/bin/true", ["true"])
            finally:
                os._exit(1)
        children.append(child)
    for child in children:
        assert os.waitpid(child, 0)[1] == 0


def racing():
    """Another thread rewrites the path while the supervisor reads it."""
    buffer = ctypes.create_string_buffer(64)
    stop = []

    def rewrite():
        while not stop:
            buffer.value = b"../s/f"
            buffer.value = b"own"

    thread = threading.Thread(target=rewrite)
    thread.start()
    for _ in range(3000):
        descriptor = syscall(257, -100, ctypes.addressof(buffer), 0)
        if descriptor >= 0:
            os.close(descriptor)
    stop.append(True)
    thread.join()


def distinct(count):
    for number in range(count):
        try:
            os.open("../s/many/%d" % number, os.O_RDONLY)
        except OSError:
            pass


if sys.argv[1] == "distinct":
    distinct(int(sys.argv[2]))
else:
    {"garbage": garbage, "threads": threads, "vanish": vanish, "storm": storm, "racing": racing}[sys.argv[1]]()
try:
    os.open("../s/last", os.O_RDONLY)
except OSError:
    sys.exit(0)
sys.exit(3)
