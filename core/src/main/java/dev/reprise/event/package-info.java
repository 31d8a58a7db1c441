/** What a call tells while it runs, and who listens. */
@NullMarked
package dev.reprise.event;

import org.jspecify.annotations.NullMarked;
