package dev.reprise.batch;

/** An item: a value for a key, whose version is its position in the input. */
record Write(int key, int version) {

  @Override
  public String toString() {
    return key + "@" + version;
  }
}
