/** Files of the repository that GitHub and the builder of native images read. */
@NullMarked
package dev.reprise.examples.repository;

import org.jspecify.annotations.NullMarked;
