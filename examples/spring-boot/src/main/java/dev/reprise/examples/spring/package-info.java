/**
 * A shop and the payments service that it calls through a network that loses responses. {@link
 * dev.reprise.examples.spring.Example} starts them.
 */
@NullMarked
package dev.reprise.examples.spring;

import org.jspecify.annotations.NullMarked;
