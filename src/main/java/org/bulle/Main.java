package org.bulle;

/** Chooses a face. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {}
}
