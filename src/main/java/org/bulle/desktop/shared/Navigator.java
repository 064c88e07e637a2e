package org.bulle.desktop.shared;

/** Brings a page of the app to the front. */
public interface Navigator {
    /**
     * @param view the id of a rail item
     */
    default void open(String view) {
        open(view, "");
    }

    /**
     * @param view the id of a rail item
     * @param what what the view is to show: a profile's name, a path, a run's id; empty for what it showed last
     */
    void open(String view, String what);
}
