package dev.reprise.classify;

/** A piece of the user's code under a name. Lambdas are equal only to themselves. */
record Named<T>(String name, T code) {

  @Override
  public String toString() {
    return "custom(" + name + ")";
  }
}
