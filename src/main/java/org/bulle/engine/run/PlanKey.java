package org.bulle.engine.run;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.OsString;
import org.bulle.engine.profile.EnvEntry;
import org.bulle.engine.resolve.Machine;

/**
 * Everything that a plan is computed from but for what lies on disk, as bytes that are equal only when all of it is. Left out is what a plan takes
 * from each request anew: the command's arguments, values of {@code --env}, and how the environment is put together.
 */
final class PlanKey {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(4096);
    private final DataOutputStream out = new DataOutputStream(bytes);

    private PlanKey() {}

    /**
     * @param build tells one build of this program from another
     * @param configRoot the configuration tree
     */
    static byte[] of(RunRequest request, String configRoot, Machine machine, String build) {
        try {
            PlanKey key = new PlanKey();
            key.text(build);
            key.text(configRoot);
            key.machine(machine.seenByPaths());
            key.request(request);
            return key.bytes.toByteArray();
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    private void machine(Machine machine) throws IOException {
        texts(machine.environment().variables());
        out.writeInt(machine.uid());
        text(machine.passwdHome());
        text(machine.cwd());
        text(machine.systemTemp());
        text(machine.platform().key());
    }

    private void request(RunRequest request) throws IOException {
        texts(request.profiles());
        optional(request.workspace());
        out.writeInt(request.command().size() > 0 ? 1 : 0);
        text(request.command().isEmpty() ? "" : request.command().getFirst());
        for (AccessList list : AccessList.values()) {
            texts(request.overrides().paths().getOrDefault(list, java.util.List.of()));
        }
        out.writeInt(request.overrides().env().size());
        for (String entry : request.overrides().env()) {
            EnvEntry env = EnvEntry.of(entry);
            text(env.name());
            out.writeBoolean(env.value().isPresent());
        }
        texts(request.overrides().allow());
        texts(request.overrides().deny());
        out.writeBoolean(request.overrides().noDefaults());
        out.writeBoolean(request.grantWorkspace());
        texts(request.vars());
        optional(request.timeout());
        texts(request.limits());
        out.writeBoolean(request.strictLimits());
    }

    private void text(String text) throws IOException {
        byte[] encoded = OsString.encode(text);
        out.writeInt(encoded.length);
        out.write(encoded);
    }

    private void texts(Collection<String> texts) throws IOException {
        out.writeInt(texts.size());
        for (String text : texts) {
            text(text);
        }
    }

    private void texts(Map<String, String> texts) throws IOException {
        out.writeInt(texts.size());
        for (Map.Entry<String, String> entry : new TreeMap<>(texts).entrySet()) {
            text(entry.getKey());
            text(entry.getValue());
        }
    }

    private void optional(Optional<String> text) throws IOException {
        out.writeBoolean(text.isPresent());
        text(text.orElse(""));
    }
}
