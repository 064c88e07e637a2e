package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.bulle.engine.detect.DetectedAccess;
import org.bulle.engine.detect.DetectedPath;
import org.bulle.engine.detect.DetectedProject;
import org.bulle.engine.detect.Detection;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Parsed;
import org.bulle.engine.profile.ProblemException;
import org.bulle.engine.profile.ProfileParser;
import org.junit.jupiter.api.Test;

class NewProfileTest {
    @Test
    void aProjectBecomesAProfileThatIsRight() throws ProblemException {
        Detection detection = new Detection(
                "/w",
                List.of(new DetectedProject(
                        "maven",
                        "Java (Maven)",
                        List.of("maven", "java"),
                        Optional.of("mvn -o test"),
                        Optional.empty(),
                        List.of(),
                        new DetectedAccess(
                                List.of(new DetectedPath(AccessList.RW, "/home/u/.m2/it's $1", true)),
                                List.of(new DetectedPath(AccessList.RWX, "/w/target", true)),
                                List.of("MAVEN_OPTS")))),
                List.of(),
                true);
        String text = NewProfile.ofProject("Orders", detection);
        Parsed parsed = ProfileParser.parse("orders", Layer.USER, "orders.toml", text);
        assertThat(parsed.problems()).isEmpty();
        assertThat(text)
                .contains("inherits = [\"maven\", \"java\"]", "# Test: mvn -o test", "env = [\"MAVEN_OPTS\"]")
                .contains("rwx = [\"+/w/target/\"]");
    }
}
