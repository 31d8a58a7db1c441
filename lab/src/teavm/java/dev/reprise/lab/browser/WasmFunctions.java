package dev.reprise.lab.browser;

import org.teavm.interop.Export;

/** The functions of the Wasm module. */
public final class WasmFunctions {

  private WasmFunctions() {}

  /** Does nothing: the exported functions do the work. */
  public static void main(String[] arguments) {}

  @Export(name = "clear")
  public static void clear() {
    Border.clear();
  }

  @Export(name = "put")
  public static void put(int character) {
    Border.put(character);
  }

  @Export(name = "length")
  public static int length() {
    return Border.length();
  }

  @Export(name = "characterAt")
  public static int characterAt(int index) {
    return Border.characterAt(index);
  }

  @Export(name = "numbers")
  public static int numbers() {
    return Border.numbers();
  }

  @Export(name = "numberAt")
  public static double numberAt(int index) {
    return Border.numberAt(index);
  }

  @Export(name = "ask")
  public static int ask(int question) {
    return Border.ask(question);
  }

  @Export(name = "run")
  public static int run(int contender, int run) {
    return Border.run(contender, run);
  }

  @Export(name = "finished")
  public static int finished(int contender, int run) {
    return Border.finished(contender, run);
  }

  @Export(name = "bands")
  public static int bands(int contender) {
    return Border.bands(contender);
  }

  @Export(name = "map")
  public static int map(int contender, int load, int length) {
    return Border.map(contender, load, length);
  }

  @Export(name = "sweep")
  public static int sweep(int contender, int point) {
    return Border.sweep(contender, point);
  }

  @Export(name = "sweepBands")
  public static int sweepBands(int contender) {
    return Border.sweepBands(contender);
  }

  @Export(name = "claimRun")
  public static int claimRun(int index) {
    return Border.claimRun(index);
  }
}
