package org.bulle.engine.run;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.resolve.Evidence;
import org.bulle.engine.resolve.ToolRunner;

/**
 * Keeps what tools answered, together with everything that they looked at to answer. An answer is used again only while all of that is unchanged;
 * failures, and answers of which it is not known what they depend on, are never kept.
 */
final class RememberingToolRunner implements ToolRunner {
    private static final int LARGEST_TEXT = 1 << 22;

    private final ToolRunner runner;
    private final PrivateStore store;
    private final String build;
    private final InstantSource clock;
    private final boolean keep;

    /**
     * @param keep false to use what is kept and keep nothing
     */
    RememberingToolRunner(ToolRunner runner, PrivateStore store, String build, InstantSource clock, boolean keep) {
        this.keep = keep;
        this.runner = runner;
        this.store = store;
        this.build = build;
        this.clock = clock;
    }

    @Override
    public Output run(Question question) throws IOException {
        byte[] key = key(question);
        Optional<Output> known = store.find(key).flatMap(RememberingToolRunner::unpack);
        if (known.isPresent() && known.get().evidence().map(Evidence::holds).orElse(false)) {
            return known.get();
        }
        Instant start = clock.instant();
        Output output = runner.run(question);
        if (keep
                && output.exitCode() == 0
                && output.evidence().map(evidence -> evidence.isSettled(start)).orElse(false)) {
            store.keep(key, pack(output));
        }
        return output;
    }

    private byte[] key(Question question) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        text(out, build);
        text(out, question.file());
        out.writeInt(question.arguments().size());
        for (String argument : question.arguments()) {
            text(out, argument);
        }
        for (var variable : new TreeMap<>(question.environment()).entrySet()) {
            text(out, variable.getKey());
            text(out, variable.getValue());
        }
        return bytes.toByteArray();
    }

    private static byte[] pack(Output output) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        output.evidence().orElseThrow().write(out);
        text(out, output.standardOutput());
        return bytes.toByteArray();
    }

    private static Optional<Output> unpack(byte[] bytes) {
        try {
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            Evidence evidence = Evidence.read(in);
            int length = in.readInt();
            if (length < 0 || length > LARGEST_TEXT) {
                return Optional.empty();
            }
            byte[] text = new byte[length];
            in.readFully(text);
            return Optional.of(new Output(0, OsString.decode(text), "", Optional.of(evidence)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = OsString.encode(text);
        out.writeInt(bytes.length);
        out.write(bytes);
    }
}
