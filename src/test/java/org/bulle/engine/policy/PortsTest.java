package org.bulle.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class PortsTest {
    private static Ports of(int... bounds) {
        List<Ports.Range> ranges = new java.util.ArrayList<>();
        for (int i = 0; i < bounds.length; i += 2) {
            ranges.add(new Ports.Range(bounds[i], bounds[i + 1], List.of()));
        }
        return new Ports(ranges);
    }

    @Test
    void coversWhatItsRangesCover() {
        Ports ports = of(80, 80, 8000, 8099);
        assertThat(ports.covers(80)).isTrue();
        assertThat(ports.covers(8050)).isTrue();
        assertThat(ports.covers(81)).isFalse();
        assertThat(ports.covers(0)).isFalse();
        assertThat(ports.isAny()).isFalse();
        assertThat(Ports.ANY.covers(1) && Ports.ANY.covers(65_535)).isTrue();
    }

    @Test
    void countsAPortOnceAndJoinsNeighbours() {
        Ports ports = of(8050, 8100, 8000, 8099, 8101, 8101, 22, 22);
        assertThat(ports.text()).isEqualTo("22, 8000-8101");
        assertThat(ports.count()).isEqualTo(103);
    }

    @Test
    void twoHalvesAreAllOfThem() {
        assertThat(of(1, 30_000, 30_001, 65_535).isAny()).isTrue();
        assertThat(of(1, 30_000, 30_002, 65_535).isAny()).isFalse();
    }

    @Test
    void coversOtherPortsOnlyAsAWhole() {
        assertThat(of(80, 90).covers(of(80, 80, 90, 90))).isTrue();
        assertThat(of(80, 84, 85, 90).covers(of(82, 88))).isTrue();
        assertThat(of(80, 84, 86, 90).covers(of(82, 88))).isFalse();
        assertThat(of(80, 84).covers(Ports.ANY)).isFalse();
    }

    @Test
    void isNeverEmptyAndNeverOutOfBounds() {
        assertThatThrownBy(() -> new Ports(List.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(0, 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(5, 65_536)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> of(6, 5)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void saysHowFarACommandReaches() {
        assertThat(of(80, 80).reach(Network.LOOPBACK)).isEqualTo("loopback: 80");
        assertThat(Ports.ANY.reach(Network.LOOPBACK)).isEqualTo("loopback");
        assertThat(Ports.ANY.reach(Network.FULL)).isEqualTo("full");
    }
}
