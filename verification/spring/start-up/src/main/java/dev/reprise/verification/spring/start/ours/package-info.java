/** The same services, retried by the starter of Reprise. */
@NullMarked
package dev.reprise.verification.spring.start.ours;

import org.jspecify.annotations.NullMarked;
