package org.bulle.engine.history;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.bulle.engine.denial.Decision;
import org.bulle.engine.denial.Denial;
import org.bulle.engine.profile.FileTrouble;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What the user wants to keep denying without being asked again: an access to a thing, under a stack of profiles. One private file beside the records; a
 * later run of the same stack finds the decision made.
 */
final class StandingDenials {
    /** The newest so many are remembered. */
    private static final int MOST = 5_000;

    private static final JsonFactory FACTORY = new JsonFactory();

    private final Path folder;
    private final Path file;
    private final Path damaged;

    StandingDenials(Path folder, String name) {
        this.folder = folder;
        this.file = folder.resolve(name);
        this.damaged = folder.resolve(name + ".damaged");
    }

    private record Key(List<String> profiles, String access, String target) {
        static Key of(List<String> profiles, Denial denial) {
            return new Key(profiles, denial.access().key(), denial.target());
        }
    }

    /**
     * Denials that were decided before get that decision; the rest stays as it is. Never fails: without the file nothing was decided.
     *
     * @param warn told when what was decided cannot be read, or could not be when something was decided last
     */
    List<Denial> apply(List<String> profiles, List<Denial> denials, Consumer<String> warn) {
        if (Files.exists(damaged)) {
            warn.accept("what was kept denied before could not be read and is asked again: it was put aside as "
                    + damaged + "; remove that");
        }
        if (denials.isEmpty() || !Files.exists(file)) {
            return denials;
        }
        try {
            Map<Key, Instant> standing = read();
            List<Denial> known = new ArrayList<>(denials.size());
            for (Denial denial : denials) {
                Instant since = standing.get(Key.of(profiles, denial));
                known.add(
                        since == null || denial.decision().isPresent()
                                ? denial
                                : denial.decided(Optional.of(new Decision(Decision.Kind.DENY, "", since))));
            }
            return known;
        } catch (IOException unreadable) {
            warn.accept("what is kept denied is asked again: " + FileTrouble.sentence(unreadable));
            return denials;
        }
    }

    /**
     * Takes over what was decided about these: kept ones are remembered, others forgotten. A damaged file is put aside: it must not keep anything from being
     * decided again.
     */
    void note(List<String> profiles, List<Denial> denials, Optional<Decision> decision) throws IOException {
        Optional<Decision> keep = decision.filter(made -> made.kind() == Decision.Kind.DENY);
        Map<Key, Instant> standing = readOrPutAside();
        boolean changed = false;
        for (Denial denial : denials) {
            Key key = Key.of(profiles, denial);
            changed |= keep.isPresent() ? standing.put(key, keep.get().when()) == null : standing.remove(key) != null;
        }
        if (changed) {
            write(standing);
        }
    }

    private Map<Key, Instant> readOrPutAside() throws IOException {
        try {
            return read();
        } catch (DamagedException unreadable) {
            Files.move(file, damaged, StandardCopyOption.ATOMIC_MOVE);
            return new LinkedHashMap<>();
        }
    }

    /** The file is there, and is not what is written here. */
    private static final class DamagedException extends IOException {
        private static final long serialVersionUID = 1;

        DamagedException(Path file, Exception why) {
            super(
                    file + " cannot be read: "
                            + FileTrouble.sentence(why).lines().findFirst().orElse(""),
                    why);
        }
    }

    private Map<Key, Instant> read() throws IOException {
        Map<Key, Instant> standing = new LinkedHashMap<>();
        try (InputStream in = Files.newInputStream(file);
                JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), in)) {
            List<String> line = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING) {
                    line.add(parser.getString());
                } else if (token == JsonToken.END_ARRAY && line.size() >= 3) {
                    int names = line.size() - 3;
                    standing.put(
                            new Key(List.copyOf(line.subList(0, names)), line.get(names), line.get(names + 1)),
                            Instant.parse(line.get(names + 2)));
                    line.clear();
                }
            }
        } catch (NoSuchFileException none) {
            return standing;
        } catch (JacksonException | DateTimeException why) {
            throw new DamagedException(file, why);
        }
        return standing;
    }

    /** Each a list: the profiles, the access, what was accessed, since when. */
    private void write(Map<Key, Instant> standing) throws IOException {
        List<Map.Entry<Key, Instant>> kept = new ArrayList<>(standing.entrySet());
        List<Map.Entry<Key, Instant>> newest = kept.subList(Math.max(0, kept.size() - MOST), kept.size());
        PrivateFiles.makeFolder(folder);
        PrivateFiles.replace(file, writer -> {
            try (JsonGenerator out = JsonText.generator(writer)) {
                out.writeStartArray();
                for (Map.Entry<Key, Instant> one : newest) {
                    out.writeStartArray();
                    one.getKey().profiles().forEach(out::writeString);
                    out.writeString(one.getKey().access());
                    out.writeString(one.getKey().target());
                    out.writeString(one.getValue().toString());
                    out.writeEndArray();
                }
                out.writeEndArray();
            }
        });
    }
}
