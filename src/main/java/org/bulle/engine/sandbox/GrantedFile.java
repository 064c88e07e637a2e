package org.bulle.engine.sandbox;

import org.bulle.engine.policy.Grant;

/**
 * A granted path as the kernel knew it when its rule was made. What was gone by then, or had become a link, has none and gives nothing.
 *
 * @param mode type and rights, as stat(2) gives them
 * @param links how many names it has
 * @param device major number in the upper half, minor in the lower
 */
public record GrantedFile(Grant grant, int mode, int uid, int gid, int links, long device, long inode) {}
