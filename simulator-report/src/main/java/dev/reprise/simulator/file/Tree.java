package dev.reprise.simulator.file;

import dev.reprise.text.PrintableText;
import java.util.List;

/** The content of a file, with line numbers. */
sealed interface Tree {

  /**
   * Where it begins.
   *
   * @return the line, from 1
   */
  int line();

  /**
   * What it is, for people.
   *
   * @return such as {@code a list}
   */
  String words();

  /** How many scalars, lists and mappings it is, with each alias counted as what it stands for. */
  long size();

  /** A text, number or the like. */
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

  /** Keys and what they stand for. */
  record Mapping(int line, List<Entry> entries, long size) implements Tree {

    @Override
    public String words() {
      return "a mapping";
    }
  }

  /** A key and what it stands for. */
  record Entry(Scalar key, Tree value) {}
}
