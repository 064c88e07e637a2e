"""Many small file operations, each in a small tree of its own. The same seed gives the same trees and operations anywhere.

setup SEED COUNT BASE   makes the trees BASE/0/t/t .. BASE/COUNT-1/t/t, each with the directories rw ro rox rwx out
act   SEED COUNT BASE LOG   does one operation in each and writes a line: its errno, 0 for success, and what it was
"""
import ctypes
import os
import random
import shutil
import socket
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
PLACES = ["rw", "ro", "rox", "rwx", "out"]
NAMES = ["a", "b b", "c\udcff", "d", "sub", "sub/e", "sub/f", "sub/deep", "sub/deep/g", "empty", "link", "dangling", "up", "loop", "new", "sub/new", "locked", "locked/h",
         "exec", "script", "fifo"]
OPENAT2 = 437
DONE = []


def build(place, chance):
    os.makedirs(place + "/sub/deep")
    os.mkdir(place + "/empty")
    os.mkdir(place + "/locked")
    for name in ["a", "b b", "c\udcff", "d", "sub/e", "sub/f", "sub/deep/g", "locked/h"]:
        with open(os.path.join(place, name), "w") as file:
            file.write("content")
        os.chmod(os.path.join(place, name), chance.choice([0o644, 0o600, 0o400, 0o200, 0o000]))
    # A copy: a link would let the unconfined pass truncate the machine's own program (it did).
    shutil.copy("/bin/true", place + "/exec")
    with open(place + "/script", "w") as file:
        file.write("#!/bin/true\n")
    os.chmod(place + "/script", 0o755)
    os.mkfifo(place + "/fifo")
    other = chance.choice(PLACES)
    os.symlink("../" + other + "/" + chance.choice(["a", "sub", "sub/e"]), place + "/link")
    os.symlink("../" + other + "/nothing", place + "/dangling")
    os.symlink("..", place + "/up")
    os.symlink("loop", place + "/loop")
    os.chmod(place + "/locked", chance.choice([0o755, 0o700, 0o500, 0o000]))


def setup(seed, count, base):
    for number in range(count):
        chance = random.Random(seed * 100003 + number)
        for place in PLACES:
            build("%s/%d/t/t/%s" % (base, number, place), chance)


def spelled(chance, root):
    """A path to something in the tree: (directory descriptor or None, text)."""
    place = chance.choice(PLACES)
    name = chance.choice(NAMES)
    text = place + "/" + name
    if chance.random() < 0.3:
        text = place + "/" + chance.choice(["sub/../", "./", "up/" + place + "/", "/", "sub/deep/../../"]) + name
    if chance.random() < 0.15:
        text += chance.choice(["/", "/.", "//"])
    how = chance.random()
    if how < 0.35:
        return None, root + "/" + text
    if how < 0.6:
        return None, text
    if how < 0.7:
        return None, "/proc/self/cwd/" + text
    at = chance.choice(["", place, place + "/sub"])
    try:
        descriptor = os.open(root + "/" + at, os.O_PATH | os.O_DIRECTORY)
    except OSError:
        return None, text
    return descriptor, os.path.relpath(text, at) if at else text


def openat2(directory, path, flags, mode, resolve):
    how = (ctypes.c_uint64 * 3)(flags, mode, resolve)
    result = LIBC.syscall(OPENAT2, ctypes.c_int(-100 if directory is None else directory), os.fsencode(path), ctypes.byref(how), ctypes.c_size_t(24))
    if result < 0:
        raise OSError(ctypes.get_errno(), "openat2")
    return result


def rename2(old, new, flags):
    result = LIBC.renameat2(ctypes.c_int(-100 if old[0] is None else old[0]), os.fsencode(old[1]),
                            ctypes.c_int(-100 if new[0] is None else new[0]), os.fsencode(new[1]), ctypes.c_uint(flags))
    if result < 0:
        raise OSError(ctypes.get_errno(), "renameat2")


def execute(target, flags):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        directory, path = target
        LIBC.execveat(ctypes.c_int(-100 if directory is None else directory), os.fsencode(path), (ctypes.c_char_p * 2)(b"x", None),
                      (ctypes.c_char_p * 1)(None), ctypes.c_int(flags))
        os.write(writing, b"%d" % ctypes.get_errno())
        os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as result:
        failure = result.read()
    os.waitpid(child, 0)
    if failure:
        raise OSError(int(failure), "execveat")


def operation(chance, root):
    kind = chance.choice(["open"] * 6 + ["openat2", "creat", "mkdir", "mknod", "symlink", "link", "link", "rename", "rename", "rename2", "unlink", "unlink", "rmdir",
                                         "truncate", "execute", "execute", "bind", "descriptor"])
    target = spelled(chance, root)
    directory, path = target
    DONE[:] = [kind, path.replace(root, "")]
    if kind in ("open", "openat2"):
        flags = chance.choice([os.O_RDONLY, os.O_WRONLY, os.O_RDWR, os.O_RDONLY]) | os.O_NONBLOCK
        for extra in [os.O_CREAT, os.O_TRUNC, os.O_APPEND, os.O_NOFOLLOW, os.O_DIRECTORY, os.O_PATH]:
            if chance.random() < 0.2:
                flags |= extra
        if flags & os.O_CREAT and chance.random() < 0.3:
            flags |= os.O_EXCL
        if chance.random() < 0.05:
            flags = os.O_TMPFILE | os.O_RDWR
        mode = 0o644 if flags & (os.O_CREAT | os.O_TMPFILE) else 0
        DONE.append(oct(flags))
        if kind == "open":
            return lambda: os.close(os.open(path, flags, mode, dir_fd=directory))
        resolve = chance.choice([0, 0x08, 0x04, 0x02, 0x10, 0x01])
        DONE.append(hex(resolve))
        return lambda: os.close(openat2(directory, path, flags, mode, resolve))
    if kind == "creat":
        return lambda: os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC | os.O_NONBLOCK, 0o644, dir_fd=directory))
    if kind == "mkdir":
        return lambda: os.mkdir(path, dir_fd=directory)
    if kind == "mknod":
        mode = chance.choice([0o100644, 0o010644, 0o140644])
        return lambda: os.mknod(path, mode, 0, dir_fd=directory)
    if kind == "symlink":
        return lambda: os.symlink("anything", path, dir_fd=directory)
    if kind == "truncate":
        return lambda: os.truncate(path, 0)
    if kind == "unlink":
        return lambda: os.unlink(path, dir_fd=directory)
    if kind == "rmdir":
        return lambda: os.rmdir(path, dir_fd=directory)
    if kind == "execute":
        flags = chance.choice([0, 0, 0x100])
        return lambda: execute(target, flags)
    if kind == "bind":
        relative = os.path.relpath(path, root) if path.startswith("/") else path
        return lambda: socket.socket(socket.AF_UNIX, socket.SOCK_STREAM).bind(os.fsencode(relative))
    if kind == "descriptor":
        place = chance.choice(PLACES)
        flags = chance.choice([os.O_RDONLY, os.O_WRONLY, os.O_RDWR]) | os.O_NONBLOCK

        def through():
            handle = os.open(root + "/" + place + "/" + chance.choice(["a", "d", "sub/e"]), os.O_PATH)
            os.close(os.open("/proc/self/fd/%d" % handle, flags))

        return through
    second = spelled(chance, root)
    DONE.append(second[1].replace(root, ""))
    if kind == "link":
        follow = chance.random() < 0.5
        return lambda: os.link(path, second[1], src_dir_fd=directory, dst_dir_fd=second[0], follow_symlinks=follow)
    if kind == "rename2":
        flags = chance.choice([0, 1, 2])
        return lambda: rename2(target, second, flags)
    return lambda: os.rename(path, second[1], src_dir_fd=directory, dst_dir_fd=second[0])


def act(seed, count, base, log):
    with open(log, "w") as out:
        for number in range(count):
            chance = random.Random(seed * 100019 + number)
            root = "%s/%d/t/t" % (base, number)
            os.chdir(root)
            run = operation(chance, root)
            try:
                run()
                result = 0
            except OSError as failure:
                result = failure.errno
            out.write("%d %s\n" % (result, ascii(DONE)))


if sys.argv[1] == "setup":
    os.umask(0o022)
    setup(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
else:
    act(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4], sys.argv[5])
