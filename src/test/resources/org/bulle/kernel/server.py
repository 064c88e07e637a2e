# Serves sockets until it is ended: unix:PATH, abstract:NAME, tcp. Writes the TCP port, or "ready", to the file in argv[1]; counts what was
# accepted on each in argv[1].N, by appending a byte.
import os, socket, sys, threading


def bound(spec):
    kind, _, name = spec.partition(":")
    if kind == "tcp":
        s = socket.socket()
        s.bind(("127.0.0.1", 0))
    elif kind == "udp":
        s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        s.bind(name)
        return s
    else:
        s = socket.socket(socket.AF_UNIX)
        s.bind("\0" + name if kind == "abstract" else name)
    s.listen(1000)
    return s


def serve(index, s):
    with open("%s.%d" % (sys.argv[1], index), "ab", buffering=0) as count:
        while True:
            if s.type == socket.SOCK_DGRAM:
                s.recv(1)
            else:
                s.accept()[0].close()
            count.write(b"x")


sockets = [bound(spec) for spec in sys.argv[2:]]
for index, s in enumerate(sockets):
    threading.Thread(target=serve, args=(index, s)).start()
ports = [s.getsockname()[1] for s in sockets if s.family == socket.AF_INET]
with open(sys.argv[1] + ".new", "w") as ready:
    ready.write(" ".join(str(p) for p in ports) or "ready")
os.rename(sys.argv[1] + ".new", sys.argv[1])
