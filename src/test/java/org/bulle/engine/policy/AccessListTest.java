package org.bulle.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AccessListTest {

    @Test
    void unionIsTheUnionOfTheRightsForEveryPair() {
        for (AccessList a : AccessList.values()) {
            for (AccessList b : AccessList.values()) {
                Set<AccessRight> both = EnumSet.copyOf(a.rights());
                both.addAll(b.rights());
                assertThat(a.union(b).rights()).isEqualTo(both);
                assertThat(a.union(b).covers(a)).isTrue();
            }
        }
        assertThat(AccessList.ROX.union(AccessList.RW)).isEqualTo(AccessList.RWX);
    }
}
