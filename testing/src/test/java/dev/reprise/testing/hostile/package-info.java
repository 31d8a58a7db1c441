/** Every part that users supply, misbehaving in every way, in every shape of call. */
@NullMarked
package dev.reprise.testing.hostile;

import org.jspecify.annotations.NullMarked;
