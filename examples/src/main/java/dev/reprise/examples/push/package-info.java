/** Programs that push items to a batch, as in the guide. */
@NullMarked
package dev.reprise.examples.push;

import org.jspecify.annotations.NullMarked;
