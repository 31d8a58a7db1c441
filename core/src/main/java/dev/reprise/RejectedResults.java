package dev.reprise;

/**
 * What happens to results that the policy rejects: whether the last one is returned all the same,
 * and whether others are closed.
 */
record RejectedResults(boolean returned, boolean closed) {

  static final RejectedResults DEFAULT = new RejectedResults(false, false);
}
