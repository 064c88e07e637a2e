# Connects again and again while another thread changes what the connection means. argv: kind, attempts, allowed path, forbidden path.
import ctypes, os, socket, sys, threading

kind, attempts, allowed, forbidden = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]
libc = ctypes.CDLL(None, use_errno=True)
going = True


def address(path):
    return b"\1\0" + path.encode() + b"\0"


def swap_bytes(buffer, length):
    a, b = address(allowed).ljust(length, b"\0"), address(forbidden).ljust(length, b"\0")
    while going:
        ctypes.memmove(buffer, a, length)
        ctypes.memmove(buffer, b, length)


def swap_links(link):
    while going:
        for target in (allowed, forbidden):
            os.symlink(target, link + ".new")
            os.rename(link + ".new", link)


def swap_descriptors(number, sockets):
    while going:
        for s in sockets:
            os.dup2(s.fileno(), number)


def connect(descriptor, buffer, length):
    return libc.connect(descriptor, buffer, length)


length = max(len(address(allowed)), len(address(forbidden)), len(address("link")))
buffer = ctypes.create_string_buffer(length)
reached = 0
if kind == "bytes":
    worker = threading.Thread(target=swap_bytes, args=(buffer, length))
elif kind == "links":
    for name in ("link", "link.new"):
        if os.path.lexists(name):
            os.unlink(name)
    os.symlink(allowed, "link")
    ctypes.memmove(buffer, address("link").ljust(length, b"\0"), length)
    worker = threading.Thread(target=swap_links, args=("link",))
else:
    # A socket of another family under the same number: an address that is harmless for one must not be used on the other.
    pair = socket.socketpair()
    os.dup2(pair[0].fileno(), 200)
    ctypes.memmove(buffer, address(forbidden).ljust(length, b"\0"), length)
    worker = threading.Thread(target=swap_descriptors, args=(200, [socket.socket(socket.AF_UNIX), pair[0]]))
worker.start()
for i in range(attempts):
    if kind == "descriptors":
        reached += connect(200, buffer, length) == 0
    else:
        with socket.socket(socket.AF_UNIX) as s:
            reached += connect(s.fileno(), buffer, length) == 0
going = False
worker.join()
print("connected" if reached else "never")
