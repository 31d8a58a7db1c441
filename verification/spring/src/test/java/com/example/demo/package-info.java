/** The application that the pages of the guide about Spring Boot build, step by step. */
@NullMarked
package com.example.demo;

import org.jspecify.annotations.NullMarked;
