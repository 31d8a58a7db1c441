package dev.reprise.batch;

/** An item of the tests: a value for a key, its version being its place in the input. */
record Write(int key, int version) {

  @Override
  public String toString() {
    return key + "@" + version;
  }
}
