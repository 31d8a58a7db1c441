/** The same services, retried by the starter of Resilience4j. */
@NullMarked
package dev.reprise.verification.spring.start.theirs;

import org.jspecify.annotations.NullMarked;
