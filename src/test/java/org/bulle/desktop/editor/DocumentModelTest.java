package org.bulle.desktop.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.bulle.desktop.shared.Engine;
import org.bulle.desktop.shared.Tasks;
import org.bulle.engine.policy.Layer;
import org.bulle.engine.profile.Catalog;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.ProfileStore.Document;
import org.bulle.engine.profile.TextEdit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was typed before the app was closed, on a disk that is slower than the one who types. */
class DocumentModelTest {
    private static final String FILE = "/x/mine.toml";
    private static final String ON_DISK = "ro = [\n  \"/a\",\n]\nrw = [\n  \"/b\",\n]\n";
    private final Queue<Runnable> disk = new ArrayDeque<>();
    private final Typed text = new Typed(ON_DISK);

    @TempDir
    Path home;

    private Drafts drafts;
    private DocumentModel model;

    private static final class Typed implements EditorText {
        private String now;

        Typed(String now) {
            this.now = now;
        }

        @Override
        public String get() {
            return now;
        }

        @Override
        public int length() {
            return now.length();
        }

        @Override
        public void apply(TextEdit edit) {
            now = edit.apply(now);
        }
    }

    @BeforeEach
    void aProfileIsOpenAndItsDraftIsSought() {
        Engine engine = new Engine(home, Map.of("HOME", home.toString()), Platform.current(), List.of());
        drafts = new Drafts(engine.state());
        DocumentModel.Source source = new DocumentModel.Source(
                "mine", Layer.USER, Optional.of(new Document.ProfileFile("mine")), FILE, ON_DISK, Optional.of(ON_DISK));
        model = new DocumentModel(engine, new Tasks(disk::add, Runnable::run), Catalog.empty(), source, text);
        model.findDraft();
    }

    private void type(String all) {
        text.now = all;
        model.edited();
        model.keepDraft();
    }

    private void diskAnswers() {
        while (!disk.isEmpty()) {
            disk.remove().run();
        }
    }

    @Test
    void aKeyBeforeTheDraftWasReadDoesNotTakeItsPlace() throws Exception {
        drafts.keep(FILE, Optional.of(ON_DISK), ON_DISK.replace("/a", "/half typed"));
        type(ON_DISK.replace("/b", "/b2"));
        String both = ON_DISK.replace("/a", "/half typed").replace("/b", "/b2");
        diskAnswers();
        assertThat(text.get()).isEqualTo(both);
        assertThat(drafts.find(FILE).orElseThrow().text()).isEqualTo(both);
    }

    @Test
    void aKeyThatIsTakenBackBeforeTheDraftWasReadDoesNotForgetIt() throws Exception {
        drafts.keep(FILE, Optional.of(ON_DISK), "# half typed\n" + ON_DISK);
        type(ON_DISK + "x");
        type(ON_DISK);
        diskAnswers();
        assertThat(text.get()).isEqualTo("# half typed\n" + ON_DISK);
        assertThat(drafts.find(FILE)).isPresent();
    }

    @Test
    void theSameLineTypedTwiceStandsTwice() throws Exception {
        drafts.keep(FILE, Optional.of(ON_DISK), ON_DISK.replace("/a", "/before"));
        type(ON_DISK.replace("/a", "/after"));
        diskAnswers();
        assertThat(text.get()).contains("/before").contains("/after");
    }

    @Test
    void withoutADraftWhatIsTypedIsKept() throws Exception {
        type(ON_DISK + "# new\n");
        diskAnswers();
        assertThat(drafts.find(FILE).orElseThrow().text()).isEqualTo(ON_DISK + "# new\n");
    }
}
