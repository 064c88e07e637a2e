package org.bulle.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bulle.engine.profile.Printable;

/** Columns as wide as their widest cell; the last one is as long as it is. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(Arrays.asList(headings));
    }

    void row(String... cells) {
        rows.add(Arrays.stream(cells).map(Printable::escape).toList());
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    void print(Printer printer, String indent) {
        int columns = rows.getFirst().size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        boolean heading = true;
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < columns; i++) {
                String cell = row.get(i);
                line.append(cell);
                if (i < columns - 1) {
                    line.append(" ".repeat(widths[i] - width(cell) + 2));
                }
            }
            printer.line(line.toString().stripTrailing(), heading ? Printer.Style.BOLD : Printer.Style.PLAIN);
            heading = false;
        }
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
