package org.bulle.engine.sandbox.landlock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.bulle.engine.jna.linux.Landlock.*;

import java.util.List;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Network;
import org.bulle.engine.policy.Ports;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rights for each ABI, as the kernel's documentation lists what each one brought. */
class HandledAccessTest {

    @ParameterizedTest
    @CsvSource({
        "1, 0x01fff, 0, 0, 0",
        "2, 0x03fff, 0, 0, 0",
        "3, 0x07fff, 0, 0, 0",
        "4, 0x07fff, 3, 0, 0",
        "5, 0x0ffff, 3, 0, 0",
        "6, 0x0ffff, 3, 3, 0",
        "7, 0x0ffff, 3, 3, 2",
        "8, 0x0ffff, 3, 3, 2",
        "9, 0x1ffff, 3, 3, 2",
        "12, 0x1ffff, 3, 3, 2"
    })
    void handlesEveryRightThatTheAbiKnows(int abi, String fs, long net, long scoped, int flags) {
        assertThat(HandledAccess.forAbi(abi, Network.NONE))
                .isEqualTo(new HandledAccess(abi, Long.decode(fs), net, scoped, flags));
    }

    @Test
    void refusesNoTcpWhereTheNetworkIsAllowed() {
        assertThat(HandledAccess.forAbi(7, Network.FULL).net()).isZero();
    }

    @Test
    void handlesBindingToChosenPortsUnlessThereAreTooMany() {
        Ports few = new Ports(List.of(new Ports.Range(80, 80, List.of()), new Ports.Range(8000, 8100, List.of())));
        assertThat(HandledAccess.forAbi(7, Network.LOOPBACK, few).judgesBinding())
                .isTrue();
        Ports many = new Ports(List.of(new Ports.Range(1024, 65_535, List.of())));
        assertThat(HandledAccess.forAbi(7, Network.LOOPBACK, many).judgesBinding())
                .isFalse();
        assertThat(HandledAccess.forAbi(3, Network.LOOPBACK, few).judgesBinding())
                .isFalse();
    }

    @Test
    void leavesBindingFreeUnderLoopback() {
        assertThat(HandledAccess.forAbi(7, Network.LOOPBACK).net()).isEqualTo(LANDLOCK_ACCESS_NET_CONNECT_TCP);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void grantsNothingThatIsNotHandled(int abi) {
        HandledAccess handled = HandledAccess.forAbi(abi, Network.NONE);
        for (AccessList list : AccessList.values()) {
            assertThat(handled.onDirectory(list) & ~handled.fs()).isZero();
            assertThat(handled.onFile(list) & ~handled.onDirectory(list)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(AccessList.class)
    void aFileRuleHasOnlyRightsThatAreLegalOnFilesAndIsNeverEmpty(AccessList list) {
        long illegal = LANDLOCK_ACCESS_FS_READ_DIR
                | LANDLOCK_ACCESS_FS_REMOVE_DIR
                | LANDLOCK_ACCESS_FS_REMOVE_FILE
                | LANDLOCK_ACCESS_FS_MAKE_REG
                | LANDLOCK_ACCESS_FS_REFER;
        long rights = HandledAccess.forAbi(9, Network.NONE).onFile(list);
        assertThat(rights & illegal).isZero();
        assertThat(rights).isNotZero();
    }

    @Test
    void writingChangesATreeButMakesNoDeviceNodes() {
        long rights = HandledAccess.forAbi(9, Network.NONE).onDirectory(AccessList.RW);
        assertThat(rights & LANDLOCK_ACCESS_FS_REFER).isNotZero();
        assertThat(rights & (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_EXECUTE))
                .isZero();
    }

    @Test
    void readingNeverWrites() {
        HandledAccess handled = HandledAccess.forAbi(9, Network.NONE);
        assertThat(handled.onDirectory(AccessList.RO))
                .isEqualTo(LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR);
        assertThat(handled.onDirectory(AccessList.ROX))
                .isEqualTo(LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE);
    }

    @Test
    void thereIsNoAbiBelowOne() {
        assertThatThrownBy(() -> HandledAccess.forAbi(0, Network.NONE)).isInstanceOf(IllegalArgumentException.class);
    }
}
