# What a hostile program would try, one function an attempt. Run with and without the sandbox, by the same account: without it each attempt works.
# argv[1]: a JSON object with the places of the lab. Prints one JSON line an attempt: name, goal, verdict, detail.
#   reached       the attempt did what it wanted
#   refused       the kernel or the supervisor said no, or nothing was gained
#   unavailable   this machine has nothing to attack there (a kernel feature that is off, a right that the account never had)
import ctypes, errno, fcntl, json, mmap, os, select, shutil, signal, socket, stat, struct, subprocess, sys, termios, threading, time

P = json.loads(sys.argv[1])
TRIES = int(P.get("tries", 2000))
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
X86 = os.uname().machine == "x86_64"
# A part of a name: only those attempts are made.
ONLY = P.get("only", "")
ATTEMPTS = []
ROOT = os.getuid() == 0


class Unavailable(Exception):
    pass


def attack(goal, root=False):
    def add(function):
        ATTEMPTS.append((function.__name__.replace("_", "-"), goal, root, function))
        return function

    return add


def call(number, *arguments):
    held = [ctypes.create_string_buffer(a) if isinstance(a, bytes) else a for a in arguments]
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(ctypes.addressof(a) if isinstance(a, ctypes.Array) else a) for a in held])
    if result == -1:
        raise OSError(ctypes.get_errno(), "")
    return result


def number(x86, arm):
    return x86 if X86 else arm


def text(path):
    with open(path) as f:
        return f.read()


def secret(path):
    return "secret" in text(path)


def scratch(name):
    path = P["workspace"] + "/" + name
    os.makedirs(path)
    return path


# --- Files: by another name ------------------------------------------------------------------------------------------------------------------------


@attack("reads a file that nobody granted")
def secret_by_its_path():
    return secret(P["secret"])


@attack("reads it through a symbolic link of its own")
def secret_through_a_link():
    os.symlink(P["secret"], P["workspace"] + "/link")
    return secret(P["workspace"] + "/link")


@attack("reads it through a chain of links with dots")
def secret_through_a_chain_of_links():
    d = scratch("chain")
    os.symlink("/", d + "/a")
    os.symlink("a/.." + P["secret"], d + "/b")
    os.symlink("b", d + "/c")
    return secret(d + "/c")


@attack("reads it through the root of its own process")
def secret_through_proc_self_root():
    return secret("/proc/self/root" + P["secret"])


@attack("reads it through the root of its parent process")
def secret_through_the_parents_root():
    return secret("/proc/%d/root%s" % (os.getppid(), P["secret"]))


@attack("reads it through the root of the supervisor")
def secret_through_the_supervisors_root():
    return secret("/proc/%d/root%s" % (supervisor(), P["secret"]))


@attack("reads it through the working directory of its thread")
def secret_through_the_working_directory():
    os.chdir(P["workspace"])
    return secret("/proc/thread-self/cwd/../secret/f")


@attack("reads it beside a directory descriptor of the root")
def secret_from_a_descriptor_of_the_root():
    root = os.open("/", os.O_PATH)
    with open(os.open(P["secret"][1:], os.O_RDONLY, dir_fd=root)) as f:
        return "secret" in f.read()


@attack("reads it after changing the working directory to it")
def secret_from_its_own_directory():
    os.chdir(os.path.dirname(P["secret"]))
    return secret("f")


@attack("reopens a path descriptor for reading")
def secret_by_reopening_a_path_descriptor():
    fd = os.open(P["secret"], os.O_PATH)
    return secret("/proc/self/fd/%d" % fd)


@attack("reads it with openat2 and every way of resolving")
def secret_with_openat2():
    for resolve in (0, 0x01, 0x02, 0x04, 0x10):
        directory = os.open("/", os.O_PATH)
        try:
            name = P["secret"] if resolve == 0x10 or resolve == 0 else P["secret"][1:]
            fd = call(437, directory, name.encode() + b"\0", struct.pack("QQQ", os.O_RDONLY, 0, resolve), 24)
            return os.read(fd, 10) == b"secret"
        except OSError as e:
            last = e
    raise last


@attack("makes a hard link to it where reading is allowed")
def secret_by_a_hard_link():
    os.link(P["secret"], P["workspace"] + "/hard")
    return secret(P["workspace"] + "/hard")


@attack("moves it to where reading is allowed")
def secret_by_moving_it():
    os.rename(P["out"] + "/movable", P["workspace"] + "/moved")
    return text(P["workspace"] + "/moved") == "movable"


@attack("exchanges it with a file of its own")
def secret_by_exchanging_it():
    open(P["workspace"] + "/mine", "w").close()
    call(number(316, 276), -100, (P["out"] + "/exchanged").encode() + b"\0", -100, (P["workspace"] + "/mine").encode() + b"\0", 2)
    return text(P["workspace"] + "/mine") == "exchanged"


@attack("lists a directory that nobody granted")
def listing_of_the_secrets():
    return "f" in os.listdir(os.path.dirname(P["secret"]))


@attack("has another program read it")
def secret_by_another_program():
    return b"secret" in subprocess.run(["/usr/bin/cat", P["secret"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


@attack("starts a reader by the dynamic linker")
def secret_by_the_dynamic_linker():
    loader = "/lib64/ld-linux-x86-64.so.2" if X86 else "/lib/ld-linux-aarch64.so.1"
    if not os.path.exists(loader):
        raise Unavailable("no " + loader)
    return b"secret" in subprocess.run([loader, "/usr/bin/cat", P["secret"]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


@attack("runs a program from memory and has it read the secret")
def secret_by_a_program_in_memory():
    fd = os.memfd_create("x", 0)
    with open("/usr/bin/cat", "rb") as f:
        os.write(fd, f.read())
    return b"secret" in subprocess.run(["/proc/self/fd/%d" % fd, P["secret"]], pass_fds=[fd], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout


@attack("starts a daemon that outlives it, which reads the secret later")
def secret_by_an_orphan():
    answer = P["workspace"] + "/orphan"
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(0.2)
            try:
                result = text(P["secret"])
            except OSError as e:
                result = errno.errorcode[e.errno]
            with open(answer + ".new", "w") as f:
                f.write(result)
            os.rename(answer + ".new", answer)
        os._exit(0)
    for _ in range(200):
        if os.path.exists(answer):
            return "secret" in text(answer)
        time.sleep(0.05)


@attack("changes its root to the secrets", root=True)
def secret_by_changing_the_root():
    os.chroot(os.path.dirname(P["secret"]))
    return secret("/f")


@attack("opens it by its handle, without a path", root=True)
def secret_by_its_handle():
    handle = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + b"\0" * 128)
    mount_id = ctypes.create_string_buffer(4)
    call(number(303, 264), -100, P["secret"].encode() + b"\0", handle, mount_id, 0)
    directory = os.open(P["workspace"], os.O_RDONLY)
    fd = call(number(304, 265), directory, handle, os.O_RDONLY)
    return os.read(fd, 10) == b"secret"


@attack("mounts the secrets where it may read", root=True)
def secret_by_a_bind_mount():
    d = scratch("bind")
    if libc.mount(os.path.dirname(P["secret"]).encode(), d.encode(), None, 4096, None) != 0:
        raise OSError(ctypes.get_errno(), "")
    try:
        return secret(d + "/f")
    finally:
        libc.umount2(d.encode(), 2)


@attack("opens a tree of mounts as a descriptor", root=True)
def secret_by_an_open_tree():
    fd = call(428, -100, os.path.dirname(P["secret"]).encode() + b"\0", 1)
    return secret("/proc/self/fd/%d/f" % fd)


@attack("reads it in a user namespace where it is root")
def secret_in_a_user_namespace():
    if libc.unshare(0x10000000 | 0x00020000) != 0:
        raise OSError(ctypes.get_errno(), "")
    return secret(P["secret"])


@attack("joins the namespaces of another process", root=True)
def namespaces_of_an_outsider():
    fd = os.open("/proc/%d/ns/uts" % P["victim"], os.O_RDONLY)
    call(number(308, 268), fd, 0)
    return True


# --- Files: races ----------------------------------------------------------------------------------------------------------------------------------


RACED = []


def race(swap, look):
    going = [True]

    def work():
        while going[0]:
            try:
                swap()
            except OSError:
                pass

    worker = threading.Thread(target=work)
    worker.start()
    # Without the sandbox until it is won, for that only shows that the race is one.
    start = time.monotonic()
    patience = start + 40
    tries = 0
    try:
        while tries < TRIES if P["confined"] else time.monotonic() < patience:
            tries += 1
            try:
                if look():
                    return True
            except OSError:
                pass
        return False
    finally:
        going[0] = False
        worker.join()
        RACED.append("%d tries in %.1f s" % (tries, time.monotonic() - start))


@attack("wins a race of a link that alternates between its own file and the secret")
def race_of_links():
    d = scratch("race-links")
    with open(d + "/own", "w") as f:
        f.write("own")

    def swap():
        for target in (d + "/own", P["secret"]):
            os.symlink(target, d + "/new")
            os.rename(d + "/new", d + "/x")

    return race(swap, lambda: secret(d + "/x"))


@attack("wins a race of a directory that is exchanged with a link to the secrets")
def race_of_directories():
    d = scratch("race-directories")
    os.mkdir(d + "/a")
    with open(d + "/a/f", "w") as f:
        f.write("own")
    os.symlink(os.path.dirname(P["secret"]), d + "/b")
    swap = lambda: call(number(316, 276), -100, (d + "/a").encode() + b"\0", -100, (d + "/b").encode() + b"\0", 2)
    return race(swap, lambda: secret(d + "/a/f"))


@attack("wins a race of the bytes of a path that another thread changes")
def race_of_path_bytes():
    d = scratch("race-bytes")
    with open(d + "/own", "w") as f:
        f.write("own")
    own, other = (d + "/own").encode() + b"\0", P["secret"].encode() + b"\0"
    size = max(len(own), len(other))
    own, other = own.ljust(size, b"\0"), other.ljust(size, b"\0")
    shared = ctypes.create_string_buffer(size)
    ctypes.memmove(shared, own, size)

    def swap():
        ctypes.memmove(shared, own, size)
        ctypes.memmove(shared, other, size)

    def look():
        fd = call(number(257, 56), -100, shared, os.O_RDONLY, 0)
        try:
            return os.read(fd, 10) == b"secret"
        finally:
            os.close(fd)

    return race(swap, look)


@attack("wins a race of a descriptor number that is replaced while it is used")
def race_of_directory_descriptors():
    d = scratch("race-descriptors")
    with open(d + "/f", "w") as f:
        f.write("own")
    own, other = os.open(d, os.O_PATH), os.open(os.path.dirname(P["secret"]), os.O_PATH)
    turns = [own, other]
    os.dup2(own, 200)

    def swap():
        turns.reverse()
        os.dup2(turns[0], 200)
        time.sleep(0)

    def look():
        fd = os.open("f", os.O_RDONLY, dir_fd=200)
        try:
            return os.read(fd, 10) == b"secret"
        finally:
            os.close(fd)

    return race(swap, look)


@attack("wins a race of moves that would carry a file of others into the writable tree")
def race_of_moves():
    d = scratch("race-moves")
    os.mkdir(d + "/a")
    os.symlink(P["out"], d + "/b")
    swap = lambda: call(number(316, 276), -100, (d + "/a").encode() + b"\0", -100, (d + "/b").encode() + b"\0", 2)
    return race(swap, lambda: os.rename(d + "/a/raced", d + "/taken") is None)


# --- Files: writing --------------------------------------------------------------------------------------------------------------------------------


@attack("overwrites a file outside")
def write_outside():
    with open(P["out"] + "/victim", "r+") as f:
        f.write("changed")
    return True


@attack("cuts a file outside to nothing")
def truncation_outside():
    os.truncate(P["out"] + "/victim", 0)
    return True


@attack("cuts a read-only file by opening it")
def truncation_of_a_read_only_file():
    os.close(os.open(P["readonly"] + "/f", os.O_RDONLY | os.O_TRUNC))
    return os.path.getsize(P["readonly"] + "/f") == 0


@attack("reopens a descriptor for reading with the right to write")
def write_by_reopening_a_descriptor():
    fd = os.open(P["readonly"] + "/g", os.O_RDONLY)
    with open("/proc/self/fd/%d" % fd, "r+") as f:
        f.write("changed")
    return True


@attack("writes a read-only file through shared memory")
def write_through_a_mapping():
    with open(P["readonly"] + "/g", "r+b") as f, mmap.mmap(f.fileno(), 1) as m:
        m[0:1] = b"x"
    return True


@attack("makes a file without a name outside, and names it")
def nameless_file_outside():
    fd = os.open(P["out"], os.O_TMPFILE | os.O_WRONLY)
    call(number(265, 37), -100, b"/proc/self/fd/%d\0" % fd, -100, (P["out"] + "/named").encode() + b"\0", 0x400)
    return True


@attack("makes a file outside")
def new_file_outside():
    os.close(os.open(P["out"] + "/new", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    return True


@attack("makes a directory outside")
def new_directory_outside():
    os.mkdir(P["out"] + "/newdir")
    return True


@attack("makes a link outside, for others to follow")
def new_link_outside():
    os.symlink("/etc/passwd", P["out"] + "/newlink")
    return True


@attack("makes a FIFO outside, for others to hang on")
def new_fifo_outside():
    os.mkfifo(P["out"] + "/newfifo")
    return True


@attack("binds a socket outside, for others to talk to")
def new_socket_outside():
    socket.socket(socket.AF_UNIX).bind(P["out"] + "/newsocket")
    return True


@attack("removes a file outside")
def removal_outside():
    os.unlink(P["out"] + "/removable")
    return True


@attack("removes a file that it may only read")
def removal_of_a_read_only_file():
    os.unlink(P["readonly"] + "/removable")
    return True


@attack("moves a directory outside to another name")
def move_outside():
    os.rename(P["out"] + "/dir", P["out"] + "/dir2")
    return True


@attack("moves a read-only directory into the writable tree and changes what is in it")
def write_by_moving_a_read_only_directory():
    os.rename(P["readonly"] + "/dir", P["workspace"] + "/dir")
    with open(P["workspace"] + "/dir/f", "w") as f:
        f.write("changed")
    return True


@attack("links a read-only file into the writable tree and changes it")
def write_by_linking_a_read_only_file():
    os.link(P["readonly"] + "/g", P["workspace"] + "/g")
    with open(P["workspace"] + "/g", "r+") as f:
        f.write("changed")
    return True


@attack("replaces a file of which it may write only the content")
def replacement_of_a_granted_file():
    with open(P["workspace"] + "/replacement", "w") as f:
        f.write("replaced")
    os.rename(P["workspace"] + "/replacement", P["granted"])
    return text(P["granted"]) == "replaced"


@attack("makes the raw disk a file of its own", root=True)
def raw_device():
    os.mknod(P["workspace"] + "/disk", stat.S_IFBLK | 0o600, os.makedev(7, 0))
    return True


@attack("sets the program that the kernel starts for core files", root=True)
def core_pattern():
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
    return True


@attack("asks the kernel to do something by its magic key", root=True)
def magic_system_request():
    if not os.path.exists("/proc/sysrq-trigger"):
        raise Unavailable("not in this kernel")
    os.close(os.open("/proc/sysrq-trigger", os.O_WRONLY))
    return True


@attack("moves itself to another control group", root=True)
def control_group():
    for place in ("/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/unified/cgroup.procs", "/sys/fs/cgroup/cpu/tasks", "/sys/fs/cgroup/memory/tasks"):
        if os.path.exists(place):
            os.close(os.open(place, os.O_WRONLY))
            return True
    raise Unavailable("no control groups are mounted")


# --- Execution -------------------------------------------------------------------------------------------------------------------------------------


@attack("executes a program in a tree that is writable, not executable")
def execution_of_what_it_wrote():
    path = P["workspace"] + "/program"
    shutil.copyfile("/usr/bin/true", path)
    os.chmod(path, 0o755)
    return subprocess.run([path]).returncode == 0


@attack("executes a script of its own by the line that names an interpreter")
def execution_of_a_script():
    path = P["workspace"] + "/script"
    with open(path, "w") as f:
        f.write("#!/usr/bin/true\n")
    os.chmod(path, 0o755)
    return subprocess.run([path]).returncode == 0


@attack("executes by descriptor what it may only read")
def execution_by_descriptor():
    fd = os.open(P["readonly"] + "/program", os.O_RDONLY)
    pid = os.fork()
    if pid == 0:
        try:
            os.execve(fd, ["program"], {})
        except OSError:
            os._exit(99)
    return os.waitpid(pid, 0)[1] == 0


@attack("becomes somebody else by a set-user-ID program")
def set_user_id_program():
    if P.get("setuid") is None:
        raise Unavailable("only root can prepare one for another account")
    out = subprocess.run([P["setuid"], "-u"], stdout=subprocess.PIPE).stdout.strip()
    return out == b"0"


@attack("takes the no_new_privs bit away again")
def no_new_privileges_taken_away():
    if libc.prctl(38, 0, 0, 0, 0) != 0 and libc.prctl(39, 0, 0, 0, 0) == 1:
        raise OSError(errno.EINVAL, "")
    return libc.prctl(39, 0, 0, 0, 0) == 0


# --- Processes -------------------------------------------------------------------------------------------------------------------------------------


def supervisor():
    return int(P["supervisor"]) if P.get("supervisor") else first_ancestor()


def first_ancestor():
    # The parent of the command: attempts are its children.
    return int(text("/proc/%d/stat" % os.getppid()).rsplit(")", 1)[1].split()[1])


@attack("ends a process outside by a signal")
def signal_to_an_outsider():
    os.kill(P["victim"], signal.SIGCONT)
    return True


@attack("signals a process outside by a descriptor of it")
def signal_by_a_process_descriptor():
    fd = os.pidfd_open(P["victim"])
    signal.pidfd_send_signal(fd, signal.SIGCONT)
    return True


@attack("signals a thread outside")
def signal_to_a_thread():
    call(number(234, 131), P["victim"], P["victim"], int(signal.SIGCONT))
    return True


@attack("queues a signal with a value to a process outside")
def queued_signal():
    call(number(129, 138), P["victim"], int(signal.SIGCONT), struct.pack("iii", int(signal.SIGCONT), 0, -1).ljust(128, b"\0"))
    return True


@attack("lets a descriptor's owner be signalled by the kernel")
def signal_by_a_descriptors_owner():
    # SIGURG ends nobody; the victim counts what reaches it.
    before = text(P["victim_count"])
    a, b = socket.socketpair()
    fcntl.fcntl(a, fcntl.F_SETOWN, P["victim"])
    fcntl.fcntl(a, 10, int(signal.SIGURG))
    fcntl.fcntl(a, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    b.send(b"x")
    time.sleep(0.3)
    return text(P["victim_count"]) != before


@attack("signals its supervisor")
def signal_to_the_supervisor():
    os.kill(supervisor(), 0)
    return True


@attack("lowers a limit of a process outside until the kernel ends it")
def limits_of_an_outsider():
    call(number(302, 261), P["victim"], 7, struct.pack("QQ", 512, 1024), 0)
    return True


@attack("lowers a limit of its supervisor")
def limits_of_the_supervisor():
    call(number(302, 261), supervisor(), 4, struct.pack("QQ", 0, 0), 0)
    return True


def seize(pid):
    call(number(101, 117), 0x4206, pid, 0, 0)
    return True


@attack("traces a process outside")
def trace_of_an_outsider():
    return seize(P["victim"])


@attack("traces its supervisor")
def trace_of_the_supervisor():
    return seize(supervisor())


@attack("reads the memory of a process outside")
def memory_of_an_outsider():
    return remote_memory(P["victim"], number(310, 270))


@attack("writes the memory of a process outside")
def memory_of_an_outsider_changed():
    return remote_memory(P["victim"], number(311, 271))


@attack("reads the memory of its supervisor")
def memory_of_the_supervisor():
    return remote_memory(supervisor(), number(310, 270))


def remote_memory(pid, operation):
    # Where nothing is: EFAULT comes after the kernel has let us in.
    own = ctypes.create_string_buffer(1)
    try:
        call(operation, pid, struct.pack("QQ", ctypes.addressof(own), 1), 1, struct.pack("QQ", 0, 1), 1, 0)
    except OSError as e:
        if e.errno != errno.EFAULT:
            raise
    return True


@attack("opens the memory of a process outside as a file")
def memory_file_of_an_outsider():
    os.close(os.open("/proc/%d/mem" % P["victim"], os.O_RDONLY))
    return True


@attack("reads the environment of a process outside")
def environment_of_an_outsider():
    return "VICTIM" in text("/proc/%d/environ" % P["victim"])


@attack("reads the environment of its supervisor")
def environment_of_the_supervisor():
    return len(text("/proc/%d/environ" % supervisor())) > 0


@attack("takes a descriptor of a process outside")
def descriptor_of_an_outsider():
    fd = os.pidfd_open(P["victim"])
    return call(438, fd, 0, 0) >= 0


@attack("takes a descriptor of its supervisor, the listener among them")
def descriptor_of_the_supervisor():
    fd = os.pidfd_open(supervisor())
    return call(438, fd, 0, 0) >= 0


@attack("opens a file of a process outside through /proc")
def open_file_of_an_outsider():
    return secret("/proc/%d/fd/9" % P["victim"])


@attack("compares the tables of a process outside with its own")
def comparison_with_an_outsider():
    return call(number(312, 272), os.getpid(), P["victim"], 1, 0, 0) >= 0


@attack("uses a descriptor that its starter forgot to close")
def inherited_descriptor():
    return os.read(P["inherited"], 10) == b"secret"


# --- The kernel ------------------------------------------------------------------------------------------------------------------------------------


def reaches(*call_and_arguments):
    # Nonsensical arguments: the kernel's complaint about them shows that the call got there.
    try:
        call(*call_and_arguments)
    except OSError as e:
        if e.errno in (errno.EPERM, errno.ENOSYS, errno.EACCES):
            raise
    return True


@attack("sets up an io_uring, whose operations no filter sees")
def io_uring():
    return reaches(425, 1, 0)


@attack("loads a program into the kernel", root=True)
def kernel_program():
    return reaches(number(321, 280), 0, 0, 0)


@attack("watches the machine by performance counters", root=True)
def performance_counters():
    return reaches(number(298, 241), 0, 0, -1, -1, 0)


@attack("holds up the kernel by handling its page faults", root=True)
def page_fault_handler():
    fd = call(number(323, 282), 0)
    return fd >= 0


@attack("reads the session's keyring")
def session_keyring():
    return call(number(250, 219), 0, -3, 1) > 0


@attack("puts a key into the user's keyring")
def new_key():
    return call(number(248, 217), b"user\0", b"bulle-attack\0", b"x", 1, -2) > 0


@attack("asks for a key")
def requested_key():
    return reaches(number(249, 218), 0, 0, 0, 0)


@attack("calls the kernel by the numbers of another architecture")
def foreign_architecture():
    if not X86:
        raise Unavailable("only x86-64 has one")
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    if ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() != os.getpid():
        raise Unavailable("the kernel has no 32-bit calls")
    return True


@attack("calls the kernel by x32 numbers")
def x32_calls():
    if not X86:
        raise Unavailable("only x86-64 has them")
    return call(0x40000000 | 39) == os.getpid()


@attack("types a command into its own terminal, for the shell that comes after it")
def typed_command():
    master, slave = os.openpty()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        try:
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
            fcntl.ioctl(slave, termios.TIOCSTI, b"x")
        except OSError as e:
            os._exit(e.errno)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code == errno.EIO:
        raise Unavailable("the kernel has this switched off")
    if code:
        raise OSError(code, "")
    return True


@attack("types by high bits that a careless filter would not compare")
def typed_command_with_high_bits():
    master, slave = os.openpty()
    try:
        call(number(16, 29), slave, 0x5412 | (1 << 32), b"x")
    except OSError as e:
        if e.errno in (errno.EIO,):
            raise Unavailable("the kernel has this switched off")
        if e.errno == errno.EPERM and not ROOT:
            # Not its controlling terminal: the plain attempt above is the one that counts for an ordinary account.
            raise Unavailable("needs a controlling terminal")
        raise
    return True


@attack("makes a user namespace by clone")
def cloned_namespace():
    pid = call(number(56, 220), 0x10000000 | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


@attack("makes a user namespace by clone3, whose flags are in memory")
def cloned_namespace_by_clone3():
    pid = call(435, struct.pack("Q" * 11, 0x10000000, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0), 88)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return True


@attack("makes a network of its own in which it is root")
def network_namespace():
    if libc.unshare(0x10000000 | 0x40000000) != 0:
        raise OSError(ctypes.get_errno(), "")
    return True


@attack("mounts an empty file system", root=True)
def new_mount():
    d = scratch("mount")
    if libc.mount(b"x", d.encode(), b"tmpfs", 0, None) != 0:
        raise OSError(ctypes.get_errno(), "")
    libc.umount2(d.encode(), 2)
    return True


@attack("mounts by the newer calls", root=True)
def new_mount_by_descriptors():
    return call(430, b"tmpfs\0", 0) >= 0


@attack("changes the root of its mounts", root=True)
def pivoted_root():
    return reaches(number(155, 41), 0, 0)


@attack("loads a module into the kernel", root=True)
def kernel_module():
    return reaches(number(175, 105), 0, 0, 0)


@attack("puts another kernel in place", root=True)
def another_kernel():
    # A number of segments that no kernel takes: EINVAL without the sandbox.
    return reaches(number(246, 104), 0, 1000, 0, 0)


@attack("restarts the machine", root=True)
def restart():
    # The wrong magic number: EINVAL without the sandbox, and no restart.
    return reaches(number(169, 142), 0, 0, 0, 0)


@attack("sets the clock", root=True)
def clock():
    return reaches(number(227, 112), 0, 0)


@attack("swaps to a file of its own", root=True)
def swap():
    return reaches(number(167, 224), b"/nonexistent\0", 0)


@attack("has the kernel write accounts to a file", root=True)
def accounting():
    return reaches(number(163, 89), b"/nonexistent\0")


@attack("reads the kernel's log", root=True)
def kernel_log():
    return call(number(103, 116), 10, 0, 0) > 0


@attack("watches what others open", root=True)
def watch_of_others():
    return call(number(300, 262), 0, 0) >= 0


@attack("talks to hardware ports", root=True)
def hardware_ports():
    if not X86:
        raise Unavailable("only x86-64 has them")
    return call(173, 0x80, 1, 1) == 0


@attack("changes a network interface", root=True)
def network_interface():
    # The loopback interface is set to what it is already.
    s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    s.bind((0, 0))
    body = struct.pack("BxHiII", 0, 0, 1, 1, 1)
    s.send(struct.pack("IHHII", 16 + len(body), 16, 5, 1, 0) + body)
    code = struct.unpack_from("i", s.recv(4096), 16)[0]
    if code:
        raise OSError(-code, "")
    return True


# --- Sockets ---------------------------------------------------------------------------------------------------------------------------------------


def connects(address, family=socket.AF_UNIX, kind=socket.SOCK_STREAM, protocol=0):
    with socket.socket(family, kind, protocol) as s:
        s.settimeout(5)
        s.connect(address)
    return True


@attack("talks to a service by its socket file")
def service_by_its_path():
    return connects(P["service"])


@attack("talks to a service by a link to its socket file")
def service_by_a_link():
    os.symlink(P["service"], P["workspace"] + "/service")
    return connects(P["workspace"] + "/service")


@attack("talks to a service through its own root in /proc")
def service_through_proc():
    return connects("/proc/self/root" + P["service"])


@attack("talks to a service by a name relative to its directory")
def service_by_a_relative_name():
    os.chdir(os.path.dirname(P["service"]))
    return connects(os.path.basename(P["service"]))


@attack("talks to a service by a descriptor of its socket file")
def service_by_a_descriptor():
    fd = os.open(P["service"], os.O_PATH)
    return connects("/proc/self/fd/%d" % fd)


@attack("talks to a service by a hard link to its socket file")
def service_by_a_hard_link():
    os.link(P["service"], P["workspace"] + "/hard-service")
    return connects(P["workspace"] + "/hard-service")


@attack("talks to a service by a socket for sequenced packets")
def service_by_sequenced_packets():
    return connects(P["packets"], kind=socket.SOCK_SEQPACKET)


@attack("talks to an abstract service")
def abstract_service():
    return connects("\0" + P["abstract"])


@attack("sends a datagram to a service")
def datagram_to_a_service():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
        return s.sendto(b"x", P["datagrams"]) == 1


@attack("sends a datagram with an address on one of a pair")
def datagram_on_a_pair():
    a, b = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    return a.sendto(b"x", P["datagrams"]) == 1


@attack("sends a datagram by a message with control data")
def datagram_by_a_message():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
        return s.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, struct.pack("i", 0))], 0, P["datagrams"]) == 1


def race_to_the_service(swap, address):
    def look():
        with socket.socket(socket.AF_UNIX) as s:
            return address(s)

    count = os.path.getsize(P["service_count"]) if os.path.exists(P["service_count"]) else 0
    race(swap, lambda: look() or (not P["confined"] and reached(count)))
    time.sleep(0.3)
    return reached(count)


def reached(count):
    return os.path.exists(P["service_count"]) and os.path.getsize(P["service_count"]) > count


@attack("wins a race of the bytes of an address")
def race_of_addresses():
    own = P["workspace"] + "/own.socket"
    server = socket.socket(socket.AF_UNIX)
    server.bind(own)
    server.listen(4096)
    a, b = b"\1\0" + own.encode(), b"\1\0" + P["service"].encode()
    size = max(len(a), len(b)) + 1
    a, b = a.ljust(size, b"\0"), b.ljust(size, b"\0")
    shared = ctypes.create_string_buffer(size)
    ctypes.memmove(shared, a, size)

    def swap():
        ctypes.memmove(shared, a, size)
        ctypes.memmove(shared, b, size)

    drain(server)
    return race_to_the_service(swap, lambda s: libc.connect(s.fileno(), shared, size) and False)


@attack("wins a race of a link to a socket file")
def race_of_socket_links():
    own = P["workspace"] + "/own2.socket"
    server = socket.socket(socket.AF_UNIX)
    server.bind(own)
    server.listen(4096)
    d = scratch("race-socket-links")

    def swap():
        for target in (own, P["service"]):
            os.symlink(target, d + "/new")
            os.rename(d + "/new", d + "/x")

    drain(server)
    return race_to_the_service(swap, lambda s: s.connect(d + "/x"))


def drain(server):
    def work():
        while True:
            server.accept()[0].close()

    threading.Thread(target=work, daemon=True).start()


@attack("connects to a server of this machine")
def tcp():
    return connects(("127.0.0.1", P["port"]), socket.AF_INET)


@attack("connects to a server of this machine by an IPv6 socket")
def tcp_by_ipv6():
    return connects(("::ffff:127.0.0.1", P["port"]), socket.AF_INET6)


@attack("connects by sending at once, without a connect")
def tcp_fast_open():
    with socket.socket() as s:
        return s.sendto(b"x", 0x20000000, ("127.0.0.1", P["port"])) == 1


@attack("connects by multipath TCP")
def multipath_tcp():
    return connects(("127.0.0.1", P["port"]), socket.AF_INET, protocol=262)


@attack("sends a UDP packet")
def udp():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        return s.sendto(b"x", ("127.0.0.1", P["port"])) == 1


@attack("listens for the network")
def listening():
    with socket.socket() as s:
        s.bind(("0.0.0.0", 0))
        s.listen()
    return True


@attack("makes raw packets", root=True)
def raw_packets():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, 1).close()
    return True


@attack("reads every packet of the machine", root=True)
def packet_socket():
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()
    return True


@attack("uses the kernel's ciphers by a socket")
def cipher_socket():
    socket.socket(38, socket.SOCK_SEQPACKET).close()
    return True


@attack("listens to the machine's device events")
def device_events():
    s = socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, 15)
    s.bind((0, 1))
    return True


@attack("talks to the host of a virtual machine")
def host_of_a_virtual_machine():
    socket.socket(40, socket.SOCK_STREAM).close()
    return True


# --- The run ---------------------------------------------------------------------------------------------------------------------------------------


def run(function):
    # What takes longer is stuck: SIGALRM ends it, which is no refusal.
    signal.alarm(60 + TRIES // 100)
    try:
        verdict, detail = ("reached", "") if function() else ("refused", "nothing gained")
        return verdict, ", ".join(filter(None, [detail] + RACED))
    except Unavailable as e:
        return "unavailable", str(e)
    except OSError as e:
        name = errno.errorcode.get(e.errno, str(e))
        # Without a sandbox only the kernel itself can say so.
        absent = not P["confined"] and e.errno in (errno.ENOSYS, errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT)
        return ("unavailable", "not in this kernel: " + name) if absent else ("refused", name)


def main():
    # Threads take turns often, as threads of other languages do.
    sys.setswitchinterval(0.00001)
    for name, goal, root, function in ATTEMPTS:
        if root and not ROOT or ONLY not in name:
            continue
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(reading)
            try:
                answer = run(function)
            except BaseException as e:
                answer = ("broken", repr(e))
            os.write(writing, json.dumps(answer).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as f:
            answer = f.read()
        status = os.waitpid(pid, 0)[1]
        killed = signal.Signals(os.WTERMSIG(status)) if not answer else None
        stuck = ("broken" if killed == signal.SIGALRM else "refused", "killed by %s" % (killed and killed.name))
        verdict, detail = json.loads(answer) if answer else stuck
        print(json.dumps({"name": name, "goal": goal, "verdict": verdict, "detail": detail}), flush=True)


main()
