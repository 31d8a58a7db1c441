package dev.reprise.lab.browser;

import org.teavm.jso.JSExport;

/** The functions of the JavaScript module. */
public final class ScriptFunctions {

  private ScriptFunctions() {}

  @JSExport
  public static void clear() {
    Border.clear();
  }

  @JSExport
  public static void put(int character) {
    Border.put(character);
  }

  @JSExport
  public static int length() {
    return Border.length();
  }

  @JSExport
  public static int characterAt(int index) {
    return Border.characterAt(index);
  }

  @JSExport
  public static int numbers() {
    return Border.numbers();
  }

  @JSExport
  public static double numberAt(int index) {
    return Border.numberAt(index);
  }

  @JSExport
  public static int ask(int question) {
    return Border.ask(question);
  }

  @JSExport
  public static int run(int contender, int run) {
    return Border.run(contender, run);
  }

  @JSExport
  public static int finished(int contender, int run) {
    return Border.finished(contender, run);
  }

  @JSExport
  public static int bands(int contender) {
    return Border.bands(contender);
  }

  @JSExport
  public static int map(int contender, int load, int length) {
    return Border.map(contender, load, length);
  }

  @JSExport
  public static int sweep(int contender, int point) {
    return Border.sweep(contender, point);
  }

  @JSExport
  public static int sweepBands(int contender) {
    return Border.sweepBands(contender);
  }

  @JSExport
  public static int claimRun(int index) {
    return Border.claimRun(index);
  }
}
