package org.bulle.engine.denial.observe;

import org.bulle.engine.jna.linux.Fcntl;

/**
 * What statx(2) says about a file.
 *
 * @param mode type and permission bits
 * @param device of the file system
 */
record FileStatus(int mode, int uid, int gid, int links, long device, long inode) {
    private static final int STICKY = 01000;

    boolean isDirectory() {
        return type() == Fcntl.S_IFDIR;
    }

    boolean isRegular() {
        return type() == Fcntl.S_IFREG;
    }

    boolean isLink() {
        return type() == Fcntl.S_IFLNK;
    }

    boolean isDevice() {
        return type() == Fcntl.S_IFCHR || type() == Fcntl.S_IFBLK;
    }

    boolean isSticky() {
        return (mode & STICKY) != 0;
    }

    int type() {
        return mode & Fcntl.S_IFMT;
    }

    /** The same file, wherever it is found. */
    boolean isSame(FileStatus other) {
        return device == other.device && inode == other.inode;
    }
}
