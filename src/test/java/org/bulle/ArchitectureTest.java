package org.bulle;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethodWhere;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The rules of architecture.md that the compiler does not know. */
class ArchitectureTest {
    /** The policy line: each stage sees only those before it. */
    private static final List<String> LINE =
            List.of("policy", "profile", "merge", "resolve", "sandbox", "run", "denial", "history");

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .importUrl(Main.class.getProtectionDomain().getCodeSource().getLocation());

    @Test
    void eachStageOfTheLineSeesOnlyEarlierOnes() {
        LayeredArchitecture line = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String stage : LINE) {
            line = line.layer(stage).definedBy("org.bulle.engine." + stage + "..");
        }
        for (int i = 0; i < LINE.size(); i++) {
            List<String> earlier = LINE.subList(0, i);
            line = earlier.isEmpty()
                    ? line.whereLayer(LINE.getFirst()).mayNotAccessAnyLayer()
                    : line.whereLayer(LINE.get(i)).mayOnlyAccessLayers(earlier.toArray(String[]::new));
        }
        check(line);
    }

    @Test
    void facesKnowTheEngineAndNeverTheOtherWayRound() {
        check(noClasses()
                .that(resideInAPackage("org.bulle.engine.."))
                .should(dependOnClassesThat(
                        resideInAnyPackage("org.bulle", "org.bulle.cli..", "org.bulle.desktop.."))));
        check(noClasses()
                .that(resideInAPackage("org.bulle.cli.."))
                .should(dependOnClassesThat(resideInAnyPackage("org.bulle", "org.bulle.desktop.."))));
        check(noClasses()
                .that(resideInAPackage("org.bulle.desktop.."))
                .should(dependOnClassesThat(resideInAnyPackage("org.bulle", "org.bulle.cli.."))));
    }

    @Test
    void roomsHaveNoCycles() {
        check(slices().matching("org.bulle.engine.(*)..").should().beFreeOfCycles());
        check(slices().matching("org.bulle.desktop.(*)..").should().beFreeOfCycles());
    }

    /** The library names a refused file and keeps the reason for the exception's class: the message alone would be a bare path. */
    @Test
    void whatTheSystemAnsweredAboutAFileIsSaidInWords() {
        check(noClasses()
                .that(describe(
                        "are not FileTrouble", type -> !type.getSimpleName().equals("FileTrouble")))
                .should(callMethodWhere(describe(
                        "an IOException is asked for its message",
                        call -> call.getTarget().getName().equals("getMessage")
                                && call.getTargetOwner().isAssignableTo(IOException.class)))));
    }

    @Test
    void onlyTheDesktopAppKnowsJavaFx() {
        check(noClasses()
                .that(describe("lie outside org.bulle.desktop", type -> !isIn(type, "org.bulle.desktop")))
                .should(dependOnClassesThat(resideInAnyPackage(
                        "javafx..",
                        "atlantafx..",
                        "org.kordamp.ikonli..",
                        "org.fxmisc..",
                        "org.reactfx..",
                        "com.techsenger.."))));
    }

    @Test
    void onlyTheMirrorsCallNativeCode() {
        check(noClasses()
                .that(describe("lie outside engine.jna", type -> !isIn(type, "org.bulle.engine.jna")))
                .should(dependOnClassesThat(
                        describe("JNA's calls", type -> isIn(type, "com.sun.jna") && !isPlainMemory(type)))));
        check(noClasses()
                .that(describe(
                        "lie outside engine.jna and those that confine, run and observe",
                        type -> !isIn(type, "org.bulle.engine.jna")
                                && !isIn(type, "org.bulle.engine.sandbox")
                                && !isIn(type, "org.bulle.engine.run")
                                && !isIn(type, "org.bulle.engine.denial")))
                .should(dependOnClassesThat(resideInAnyPackage("com.sun.jna..", "org.bulle.engine.jna.."))));
    }

    @Test
    void mirrorsHoldNoPolicy() {
        check(noClasses()
                .that(resideInAPackage("org.bulle.engine.jna.."))
                .should(dependOnClassesThat(describe(
                        "the rest of the product, but for the spelling of bytes",
                        type -> isIn(type, "org.bulle")
                                && !isIn(type, "org.bulle.engine.jna")
                                && !type.getName().equals("org.bulle.engine.policy.OsString")))));
    }

    @Test
    void eachLibraryHasOneHome() {
        checkSoleUser("org.tomlj", "org.bulle.engine.profile");
        checkSoleUser("net.fornwall.jelf", "org.bulle.engine.resolve");
        checkSoleUser("picocli", "org.bulle.cli");
    }

    /** The app's entry may say on a terminal why no window opens. */
    @Test
    void onlyTheCommandLinePrints() {
        check(noClasses()
                .that(describe(
                        "lie outside org.bulle.cli",
                        type -> !isIn(type, "org.bulle.cli") && !type.getName().equals("org.bulle.desktop.Desktop")))
                .should(ACCESS_STANDARD_STREAMS));
    }

    @Test
    void policyDoesNoInputOrOutput() {
        check(noClasses()
                .that(resideInAPackage("org.bulle.engine.policy.."))
                .should(dependOnClassesThat(
                        resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
                                .and(describe(
                                        "do more than hold bytes",
                                        type -> !type.getSimpleName().startsWith("ByteArray"))))));
    }

    @Test
    void nothingStaticChanges() {
        check(fields().that().areStatic().should().beFinal());
    }

    @Test
    void everyPackageIsNullMarked() {
        TreeSet<String> unmarked = new TreeSet<>();
        for (JavaClass type : PRODUCT) {
            if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                unmarked.add(type.getPackageName());
            }
        }
        assertThat(unmarked).isEmpty();
    }

    @Test
    void noNameHidesWhatAClassIs() {
        List<String> vague = new ArrayList<>();
        for (JavaClass type : PRODUCT) {
            if (type.getSimpleName().matches(".*(Manager|Helper|Utils?|Data|Info)")) {
                vague.add(type.getName());
            }
        }
        assertThat(vague).isEmpty();
    }

    private static void checkSoleUser(String library, String home) {
        check(noClasses()
                .that(describe("lie outside " + home, type -> !isIn(type, home)))
                .should(dependOnClassesThat(describe(library, type -> isIn(type, library)))));
    }

    private static boolean isPlainMemory(JavaClass type) {
        return belongToAnyOf(com.sun.jna.Pointer.class, com.sun.jna.Memory.class)
                        .test(type)
                || isIn(type, "com.sun.jna.ptr");
    }

    private static boolean isIn(JavaClass type, String tree) {
        return (type.getPackageName() + ".").startsWith(tree + ".");
    }

    private static void check(ArchRule rule) {
        rule.check(PRODUCT);
    }
}
