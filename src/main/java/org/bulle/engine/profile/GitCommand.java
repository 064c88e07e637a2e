package org.bulle.engine.profile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs git so that a repository can make it do nothing: no configuration but ours, no hooks, no filters (nothing is ever checked out), no submodules, no
 * credentials, no prompts, one protocol.
 */
final class GitCommand {
    private static final List<String> SETTINGS = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "core.symlinks=false",
            "credential.helper=",
            "fetch.recurseSubmodules=false",
            "gc.auto=0",
            "maintenance.auto=false",
            "init.templateDir=",
            "advice.detachedHead=false");
    private static final List<String> PASSED = List.of(
            "PATH",
            "http_proxy",
            "https_proxy",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "all_proxy",
            "ALL_PROXY",
            "no_proxy",
            "NO_PROXY",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "GIT_SSL_CAINFO",
            "TMPDIR");

    private final Map<String, String> caller;
    private final String protocol;
    private final Path home;
    private final Duration timeout;

    /**
     * @param caller the caller's environment, of which little is passed on
     * @param protocol the only one that git may use
     * @param home an empty directory
     */
    GitCommand(Map<String, String> caller, String protocol, Path home, Duration timeout) {
        this.caller = caller;
        this.protocol = protocol;
        this.home = home;
        this.timeout = timeout;
    }

    /** @param limit most bytes of output that are taken */
    byte[] run(byte[] input, int limit, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(home.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment());
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new IOException("git could not be started: is it installed?", e);
        }
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            return converse(process, input, limit, threads);
        } catch (TimeoutException e) {
            throw new IOException("git took longer than " + timeout.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new IOException("git could not be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private byte[] converse(Process process, byte[] input, int limit, ExecutorService threads)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        try (InputStream out = process.getInputStream();
                InputStream err = process.getErrorStream()) {
            Future<byte[]> output = threads.submit(() -> read(out, limit));
            Future<byte[]> errors = threads.submit(() -> read(err, 1 << 16));
            Future<?> writing = threads.submit(() -> write(process.getOutputStream(), input));
            byte[] said = output.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (said.length > limit) {
                throw new IOException("the repository is too large");
            }
            writing.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new TimeoutException();
            }
            if (process.exitValue() != 0) {
                throw new IOException(reason(new String(errors.get(), StandardCharsets.UTF_8)));
            }
            return said;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void write(OutputStream to, byte[] input) {
        try (to) {
            to.write(input);
        } catch (IOException ended) {
            // The process is gone; its exit status tells.
        }
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>();
        PASSED.stream().filter(caller::containsKey).forEach(name -> environment.put(name, caller.get(name)));
        environment.put("HOME", OsPath.text(home));
        environment.put("LC_ALL", "C");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
        environment.put("GIT_ATTR_NOSYSTEM", "1");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_ASKPASS", "false");
        environment.put("SSH_ASKPASS", "false");
        environment.put("GIT_ALLOW_PROTOCOL", protocol);
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        return environment;
    }

    /** One byte more than the limit shows that there was more. */
    private static byte[] read(InputStream in, int limit) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            bytes.writeBytes(in.readNBytes(limit + 1));
        } catch (IOException ended) {
            // The process is gone; its exit status tells.
        }
        return bytes.toByteArray();
    }

    private static String reason(String errors) {
        String last = errors.lines().filter(line -> !line.isBlank()).reduce("git failed", (before, line) -> line);
        return Printable.escape(last.replaceFirst("^(fatal|error): ", ""));
    }
}
