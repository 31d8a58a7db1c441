package dev.reprise;

/** The result of an action that has none: not null, which a policy may reject. */
enum Done {
  DONE
}
