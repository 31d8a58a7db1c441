/** Settings for further attempts that are sent while an attempt is in flight. */
@NullMarked
package dev.reprise.hedge;

import org.jspecify.annotations.NullMarked;
