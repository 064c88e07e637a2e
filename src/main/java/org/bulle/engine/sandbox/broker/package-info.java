/** The broker: makes the connections, and under loopback the sockets, that no filter can judge. */
@NullMarked
package org.bulle.engine.sandbox.broker;

import org.jspecify.annotations.NullMarked;
