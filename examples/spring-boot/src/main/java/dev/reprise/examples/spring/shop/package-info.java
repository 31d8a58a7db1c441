/** The shop: its orders are paid by the payments service. */
@NullMarked
package dev.reprise.examples.spring.shop;

import org.jspecify.annotations.NullMarked;
