package org.bulle.desktop.shared;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;

/** How long ago something was, in words: "12 min ago", and after a week its date. */
public final class Ago {
    private static final Duration WEEK = Duration.ofDays(7);
    private final Messages messages;

    public Ago(Messages messages) {
        this.messages = messages;
    }

    public String words(Instant then, Instant now) {
        Duration since = Duration.between(then, now);
        if (since.toMinutes() < 1) {
            return messages.get("shared.ago.now");
        }
        if (since.toHours() < 1) {
            return messages.get("shared.ago.minutes", since.toMinutes());
        }
        if (since.toDays() < 1) {
            return messages.get("shared.ago.hours", since.toHours());
        }
        if (since.compareTo(WEEK) < 0) {
            return messages.get("shared.ago.days", since.toDays());
        }
        return DateTimeFormatter.ofLocalizedDate(FormatStyle.MEDIUM)
                .withLocale(messages.language())
                .format(then.atZone(ZoneId.systemDefault()));
    }
}
