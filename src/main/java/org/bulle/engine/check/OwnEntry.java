package org.bulle.engine.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bulle.engine.policy.AccessList;
import org.bulle.engine.policy.Origin;
import org.bulle.engine.profile.Located;
import org.bulle.engine.profile.MarkedPath;
import org.bulle.engine.profile.Platform;
import org.bulle.engine.profile.Profile;
import org.bulle.engine.profile.Settings;

/**
 * A path entry that a layer itself writes.
 *
 * @param platform of the table that it stands in; empty for the top level
 */
record OwnEntry(Profile layer, Optional<Platform> platform, AccessList list, Located<String> written, MarkedPath path) {

    static List<OwnEntry> of(Profile layer) {
        List<OwnEntry> entries = new ArrayList<>(of(layer, Optional.empty(), layer.settings()));
        for (Platform platform : Platform.values()) {
            entries.addAll(of(layer, Optional.of(platform), layer.platform(platform)));
        }
        return entries;
    }

    private static List<OwnEntry> of(Profile layer, Optional<Platform> platform, Settings settings) {
        List<OwnEntry> entries = new ArrayList<>();
        for (AccessList list : AccessList.values()) {
            for (Located<String> written : settings.paths(list)) {
                entries.add(new OwnEntry(layer, platform, list, written, MarkedPath.of(written.value())));
            }
        }
        return entries;
    }

    boolean isThis(Origin origin) {
        return origin.file().equals(layer.file())
                && origin.line() == written.line()
                && origin.column() == written.column();
    }

    boolean countsOn(Platform system) {
        return platform.isEmpty() || platform.get() == system;
    }
}
