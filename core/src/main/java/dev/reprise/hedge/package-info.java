/** When to send a second attempt while the first has not answered. */
@NullMarked
package dev.reprise.hedge;

import org.jspecify.annotations.NullMarked;
