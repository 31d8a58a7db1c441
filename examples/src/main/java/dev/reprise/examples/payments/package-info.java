/**
 * A payment service and its client: each payment is made once, through crashes and lost responses.
 */
@NullMarked
package dev.reprise.examples.payments;

import org.jspecify.annotations.NullMarked;
