# Connects again and again while another thread changes what the connection means. argv: kind, attempts, allowed path, forbidden path.
import ctypes, os, socket, sys, threading

sys.setswitchinterval(0.00001)
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


def internet(port):
    return b"\2\0" + int(port).to_bytes(2, "big") + socket.inet_aton("127.0.0.1") + bytes(8)


def swap_ports(buffer):
    a, b = internet(allowed), internet(forbidden)
    while going:
        ctypes.memmove(buffer, a, 16)
        ctypes.memmove(buffer, b, 16)


def lose_ports():
    unspecified = ctypes.create_string_buffer(16)
    there = ctypes.create_string_buffer(internet(allowed), 16)
    while going:
        libc.connect(lost.fileno(), there, 16)
        libc.connect(lost.fileno(), unspecified, 16)


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
elif kind == "ports":
    buffer = ctypes.create_string_buffer(internet(allowed), 16)
    length = 16
    worker = threading.Thread(target=swap_ports, args=(buffer,))
elif kind == "listen":
    first, last = (int(bound) for bound in forbidden.split("-"))
    lost = socket.socket()
    worker = threading.Thread(target=lose_ports)
else:
    # A socket of another family under the same number: an address that is harmless for one must not be used on the other.
    pair = socket.socketpair()
    os.dup2(pair[0].fileno(), 200)
    ctypes.memmove(buffer, address(forbidden).ljust(length, b"\0"), length)
    worker = threading.Thread(target=swap_descriptors, args=(200, [socket.socket(socket.AF_UNIX), pair[0]]))
worker.start()
for i in range(attempts):
    if kind == "listen" and reached:
        break
    if kind == "descriptors":
        reached += connect(200, buffer, length) == 0
    elif kind == "listen":
        # What listens for good stays what it is: whoever swaps cannot take its port away any more.
        if libc.listen(lost.fileno(), 1) == 0:
            port = lost.getsockname()[1]
            reached += port != 0 and lost.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN) and not first <= port <= last
            lost.close()
            lost = socket.socket()
    elif kind == "ports":
        with socket.socket() as s:
            reached += connect(s.fileno(), buffer, length) == 0
    else:
        with socket.socket(socket.AF_UNIX) as s:
            reached += connect(s.fileno(), buffer, length) == 0
going = False
worker.join()
print("connected" if reached else "never")
