/** What is decided after an attempt, and what the decision is made from. All of it immutable. */
@NullMarked
package dev.reprise.decision;

import org.jspecify.annotations.NullMarked;
