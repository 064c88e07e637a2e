package org.bulle.desktop.shared;

/** Brings a page of the app to the front. */
public interface Navigator {
    /**
     * @param view the id of a rail item
     */
    void open(String view);
}
