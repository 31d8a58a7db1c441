package dev.reprise.apachehttp;

/**
 * What happens to the bodies of accepted answers.
 *
 * @param readBytes how much of one is read within its attempt; 0 for nothing
 * @param unlimited whether the caller may read one after the deadline
 */
record BodySettings(int readBytes, boolean unlimited) {

  static final BodySettings STANDARD = new BodySettings(0, false);
}
