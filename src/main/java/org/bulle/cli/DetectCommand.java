package org.bulle.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.bulle.engine.detect.DetectedPath;
import org.bulle.engine.detect.DetectedProject;
import org.bulle.engine.detect.Detection;
import org.bulle.engine.detect.DetectionJson;
import org.bulle.engine.detect.DetectionNotes;
import org.bulle.engine.detect.Detector;
import org.bulle.engine.profile.OsPath;
import org.bulle.engine.profile.Printable;
import org.bulle.engine.profile.Problem;
import org.bulle.engine.resolve.Machine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code detect [DIR]}. */
@Command
final class DetectCommand implements Callable<Integer> {
    private final Session session;

    @Parameters(
            arity = "0..1",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "the directory; without one, the current directory")
    private String directory = ".";

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Option(names = "--notes", description = "print a Markdown section for an agent's instructions")
    private boolean notes;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    private boolean help;

    DetectCommand(Session session) {
        this.session = session;
    }

    @Override
    public Integer call() throws Exception {
        if (json && notes) {
            throw Session.problem(Problem.Kind.TEXT, "--notes", "--json and --notes exclude each other");
        }
        Path root = session.path(directory, "");
        if (!Files.isDirectory(root)) {
            throw Session.problem(Problem.Kind.MACHINE, "", "not a directory: " + Printable.quoted(directory));
        }
        Machine machine = session.machine();
        Detection detection = new Detector(machine.home(), machine.environment().variables(), machine.platform())
                .detect(OsPath.text(root));
        if (json) {
            JsonOutput.print(session.printer(), out -> DetectionJson.write(detection, out));
        } else if (notes) {
            session.printer().text(DetectionNotes.markdown(detection));
        } else {
            print(detection);
        }
        return ExitCode.OK;
    }

    private void print(Detection detection) {
        Printer printer = session.printer();
        ShortPath paths = new ShortPath(detection.root(), "", session.machine());
        if (detection.projects().isEmpty()) {
            printer.line("no Maven, Gradle or Python project in " + detection.root());
        }
        for (DetectedProject project : detection.projects()) {
            printer.line(project.label(), Printer.Style.BOLD);
            printer.line("  profiles  " + String.join(",", project.profiles()));
            project.test().ifPresent(command -> printer.line("  test      " + command));
            project.build().ifPresent(command -> printer.line("  build     " + command));
            for (DetectedPath path : project.access().paths()) {
                printer.line("  needs     " + path.list().key() + " " + paths.of(path.path()));
            }
            project.access().env().forEach(name -> printer.line("  needs     env " + name));
        }
        detection
                .nested()
                .forEach(nested -> printer.line(nested.label() + " in " + nested.directory() + "/ (" + nested.marker()
                        + "): make that directory the workspace"));
        if (!detection.complete()) {
            printer.line("not every folder was looked into");
        }
    }
}
