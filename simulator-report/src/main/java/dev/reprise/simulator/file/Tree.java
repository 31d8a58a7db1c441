package dev.reprise.simulator.file;

import dev.reprise.text.PrintableText;
import java.util.List;

/** A node of a parsed file, with its line number. */
sealed interface Tree {

  /**
   * Returns the line at which the node begins.
   *
   * @return the line, from 1
   */
  int line();

  /**
   * Returns a description for error messages.
   *
   * @return for example {@code a list}
   */
  String words();

  /**
   * Returns the number of scalars, lists and mappings in this node; each alias counts as the node
   * that it refers to.
   */
  long size();

  /** A scalar: text, number, boolean or null. */
  record Scalar(int line, String text, boolean quoted) implements Tree {

    @Override
    public String words() {
      return isEmpty() ? "empty" : "the value " + PrintableText.oneLine(text);
    }

    @Override
    public long size() {
      return 1;
    }

    boolean isEmpty() {
      return !quoted && (text.isEmpty() || text.equals("~") || text.equals("null"));
    }
  }

  /** A list. */
  record Sequence(int line, List<Tree> items, long size) implements Tree {

    @Override
    public String words() {
      return "a list";
    }
  }

  /** A mapping of keys to nodes. */
  record Mapping(int line, List<Entry> entries, long size) implements Tree {

    @Override
    public String words() {
      return "a mapping";
    }
  }

  /** An entry of a mapping. */
  record Entry(Scalar key, Tree value) {}
}
