package dev.stoker.job.plan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The heading above the keys of a part of the plan, for people who read all of them. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface OptionGroup {
    String value();
}
