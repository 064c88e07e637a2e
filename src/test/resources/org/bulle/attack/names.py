# Does what is refused under names that a terminal would obey. argv: the folder outside, a name for this process, one for a process that stays behind (empty for none), then
# names with the escapes of a bytes literal.
import ast, ctypes, os, socket, sys, time

outside, comm, left, names = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
libc = ctypes.CDLL(None)


def named(name):
    libc.prctl(15, name.encode()[:15], 0, 0, 0)


named(comm)
for name in names:
    name = ast.literal_eval("b'" + name + "'")
    path = os.fsencode(outside) + b"/" + name
    for attempt in (
        lambda: open(path),
        lambda: open(path, "wb"),
        lambda: os.mkdir(path + b"d"),
        lambda: os.execv(path, [b"x"]),
        lambda: socket.socket(socket.AF_UNIX).connect(path),
        lambda: socket.socket(socket.AF_UNIX).connect(b"\0" + name),
    ):
        try:
            attempt()
        except OSError:
            pass
if left and os.fork() == 0:
    os.setsid()
    named(left)
    os.closerange(0, 10)
    time.sleep(100)
    os._exit(0)
time.sleep(0.2)
os._exit(3)
