package org.bulle.engine.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.profile.ProfileTemplate;
import org.bulle.engine.resolve.ToolRunner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProfileTemplateTest {

    @ParameterizedTest
    @EnumSource(ProfileTemplate.class)
    void everyTemplateIsAProfileThatTheLinterHasNothingAgainst(ProfileTemplate template) {
        Catalog catalog =
                Catalog.load(Path.of("/nonexistent")).with("mytool", ProfileTemplate.TOOLCHAIN.text("mytool"));
        String name = template == ProfileTemplate.INSTALL ? "mytool-install" : "mytool";
        ProfileLinter linter = new ProfileLinter(LintCorpusTest.MACHINE, ToolRunner.refusing("not asked in this test"));
        assertThat(linter.checkText(catalog, name, name + ".toml", template.text(name)))
                .filteredOn(problem -> problem.severity() != Problem.Severity.NOTE)
                .isEmpty();
    }
}
